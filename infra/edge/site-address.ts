import { languageOfPath } from '../../src/contract/language.ts';
import { securityHeaders } from '../../src/contract/security-headers.ts';
import { type EdgeResponse, fieldsOf } from './event.ts';
import { cacheControl, hashedPrefix } from './site-file.ts';

/** An entry of the store: a known key and its value. */
export interface Found {
  readonly key: string;
  /** The new address of a page that was renamed, or `notMoved` for a file. */
  readonly movedTo: string;
}

/** The store's value for a file; the store takes no empty values. */
export const notMoved = '-';

/**
 * The keys to look up for a path, in this order: the file, the folder of that name, and the 404
 * page. The first known key decides. Keys are paths of files in the built site.
 * @returns no keys for a file with a hash in its name
 */
export function keysFor(path: string): readonly string[] {
  // Only pages link to these files, so they exist; each lookup would cost money.
  if (path.indexOf(hashedPrefix) === 0) return [];
  const plain = decoded(path);
  if (plain === undefined) return notFoundPages(path);
  return [fileOf(plain), `${plain}/index.html`, ...notFoundPages(path)];
}

/**
 * The answer to a path after the lookup: the path of the file to send, or a redirect. A path
 * without an entry is returned unchanged.
 * @param query with its question mark, or empty
 */
export function siteAddress(
  path: string,
  query: string,
  found: Found | undefined,
  transport: { readonly https: boolean } = { https: true },
): string | EdgeResponse {
  if (found === undefined) return path;
  const plain = decoded(path);
  if (found.key === `${plain}/index.html`)
    return permanentRedirect(308, `${path}/${query}`, transport);
  if (found.movedTo !== notMoved)
    return permanentRedirect(301, `${found.movedTo}${query}`, transport);
  return plain !== undefined && found.key === fileOf(plain) ? fileOf(path) : found.key;
}

function fileOf(path: string): string {
  return path.charAt(path.length - 1) === '/' ? `${path}index.html` : path;
}

function notFoundPages(path: string): readonly string[] {
  const own = `/${languageOfPath(path)}`;
  return [`${own}/404.html`, `${own}/404/index.html`, '/404.html', '/404/index.html'];
}

/** The percent-decoded path; `undefined` when it is malformed, as no file has such an address. */
export function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

/** The answer that a path, or a whole host, is elsewhere for good. */
export function permanentRedirect(
  statusCode: 301 | 308,
  location: string,
  transport: { readonly https: boolean },
): EdgeResponse {
  return {
    statusCode,
    statusDescription: statusCode === 301 ? 'Moved Permanently' : 'Permanent Redirect',
    headers: fieldsOf({
      ...securityHeaders('file', transport),
      'cache-control': cacheControl.other,
      location,
    }),
  };
}
