import { languageOfPath } from '../../src/contract/language.ts';
import { securityHeaders } from '../../src/contract/security-headers.ts';
import { cacheControl, hashedPrefix } from './caching.ts';
import { type EdgeResponse, fieldsOf } from './event.ts';

/** What was found of a path: the key that is known, and what stands there. */
export interface Found {
  readonly key: string;
  /** Where what was there has moved to, or `notMoved` for a file. */
  readonly movedTo: string;
}

/** What the store says of a file, as it keeps nothing empty. */
export const notMoved = '-';

/**
 * The keys to look up for a path, of which the first that is known counts: the file, the folder of
 * that name, and the page that says there is nothing. Keys are paths of files in the built site.
 *
 * @returns none for what needs no looking up
 */
export function keysFor(path: string): readonly string[] {
  // Nobody types these, and looking each of them up would cost for nothing.
  if (path.indexOf(hashedPrefix) === 0) return [];
  const plain = decoded(path);
  if (plain === undefined) return notFoundPages(path);
  return [fileOf(plain), `${plain}/index.html`, ...notFoundPages(path)];
}

/**
 * What to do with a path once it is looked up: the file to send in its place, or a redirect to
 * where it is now. What is not known at all goes on as it is.
 *
 * @param query with its question mark, or empty
 * @param transport whether the visitor came over TLS, as everybody does to CloudFront
 */
export function siteAddress(
  path: string,
  query: string,
  found: Found | undefined,
  transport: { readonly https: boolean } = { https: true },
): string | EdgeResponse {
  if (found === undefined) return path;
  const plain = decoded(path);
  if (found.key === `${plain}/index.html`) return redirect(308, `${path}/${query}`, transport);
  if (found.movedTo !== notMoved) return redirect(301, `${found.movedTo}${query}`, transport);
  return plain !== undefined && found.key === fileOf(plain) ? fileOf(path) : found.key;
}

function fileOf(path: string): string {
  return path.charAt(path.length - 1) === '/' ? `${path}index.html` : path;
}

function notFoundPages(path: string): readonly string[] {
  const own = `/${languageOfPath(path)}`;
  return [`${own}/404.html`, `${own}/404/index.html`, '/404.html', '/404/index.html'];
}

/** Without percent signs; what cannot be decoded is nobody's address. */
function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

function redirect(
  statusCode: 301 | 308,
  location: string,
  transport: { readonly https: boolean },
): EdgeResponse {
  return {
    statusCode,
    statusDescription: statusCode === 301 ? 'Moved Permanently' : 'Permanent Redirect',
    headers: fieldsOf({
      ...securityHeaders('site', transport),
      'cache-control': cacheControl.other,
      location,
    }),
  };
}
