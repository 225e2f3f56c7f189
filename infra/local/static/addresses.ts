import * as z from 'zod/mini';
import { hashedPrefix } from '../../edge/caching.ts';
import { type Found, keysFor, notMoved } from '../../edge/site-address.ts';
import { parseJson } from '../parse-json.ts';
import type { SiteFiles } from './site-files.ts';

const redirectsSchema = z.record(z.string(), z.string());

/**
 * Looks paths up in a built site as the edge's store has it: every file whose name has no hash, and
 * where renamed posts are now, which the site says itself.
 */
export function lookUp(files: SiteFiles): (path: string) => Found | undefined {
  const redirects = files.get('/redirects.json')?.content.toString('utf8') ?? '{}';
  const moves = redirectsSchema.parse(parseJson(redirects));
  const find = (key: string): Found | undefined => {
    const from = key.endsWith('/index.html') ? key.slice(0, -'index.html'.length) : undefined;
    const movedTo = from !== undefined && Object.hasOwn(moves, from) ? moves[from] : undefined;
    if (movedTo !== undefined) return { key, movedTo };
    const isKnown = files.has(key) && !key.startsWith(hashedPrefix);
    return isKnown ? { key, movedTo: notMoved } : undefined;
  };
  return (path) =>
    keysFor(path)
      .map(find)
      .find((found) => found !== undefined);
}
