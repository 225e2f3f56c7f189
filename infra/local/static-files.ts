import type { IncomingMessage, ServerResponse } from 'node:http';
import { languageOfPath } from '../../src/contract/language.ts';
import { isHttps, securityHeaders } from '../../src/contract/security-headers.ts';
import { cacheControl, errorPage, hashedPrefix } from '../edge/caching.ts';
import { chooseEncoding } from './static/encoding.ts';
import type { SiteFile, SiteFiles } from './static/site-files.ts';

/** What a request asks for, as far as it matters here. */
export interface StaticRequest {
  readonly method: string;
  /** Path and query as the request line has them. */
  readonly url: string;
  readonly acceptEncoding: string | undefined;
  readonly ifNoneMatch: string | undefined;
}

interface StaticAnswer {
  readonly status: 200 | 304 | 308 | 404 | 405;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

/**
 * The answer of a built site, as CloudFront and S3 give it: index files, a slash added to folders,
 * the 404 page of the path's language, compressed copies, entity tags and the security headers.
 */
export function answerStatic(
  files: SiteFiles,
  request: StaticRequest,
  siteOrigin: string,
): StaticAnswer {
  const answer = find(files, request);
  const security = securityHeaders('site', { https: isHttps(siteOrigin) });
  return { ...answer, headers: { ...security, ...answer.headers } };
}

/** Serves a built site over HTTP; see `answerStatic`. */
export function staticFiles(
  files: SiteFiles,
  siteOrigin: string,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    const asked = {
      method: request.method ?? 'GET',
      url: request.url ?? '/',
      acceptEncoding: request.headers['accept-encoding']?.toString(),
      ifNoneMatch: request.headers['if-none-match'],
    };
    const { status, headers, body } = answerStatic(files, asked, siteOrigin);
    const length = status === 304 ? {} : { 'content-length': body?.length ?? 0 };
    response.writeHead(status, { ...headers, ...length });
    response.end(request.method === 'HEAD' ? undefined : body);
  };
}

function find(files: SiteFiles, request: StaticRequest): StaticAnswer {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return { status: 405, headers: { allow: 'GET, HEAD' } };
  }
  const [path = '', ...query] = request.url.split(/(?=\?)/);
  const plain = decoded(path);
  const key = plain.endsWith('/') ? `${plain}index.html` : plain;
  const file = files.get(key);
  if (file !== undefined && !errorPage.test(key)) {
    const caching = key.startsWith(hashedPrefix) ? cacheControl.hashed : cacheControl.other;
    return unlessKnown(sendable(file, caching, request), request);
  }
  if (file === undefined && files.has(`${plain}/index.html`)) {
    const location = `${path}/${query.join('')}`;
    return { status: 308, headers: { location, 'cache-control': cacheControl.other } };
  }
  const page = notFoundPage(files, path);
  if (page === undefined) return { status: 404, headers: { 'cache-control': cacheControl.other } };
  return { ...sendable(page, cacheControl.other, request), status: 404 };
}

/** The paths of all files begin with a slash. */
const noFile = 'none';

/**
 * A path without its percent signs. It only ever selects among known files, so it cannot lead out
 * of the site; what cannot be decoded, or is no path, selects none.
 */
function decoded(path: string): string {
  try {
    return path.startsWith('/') ? decodeURIComponent(path) : noFile;
  } catch {
    return noFile;
  }
}

function notFoundPage(files: SiteFiles, path: string): SiteFile | undefined {
  const prefixes = [`/${languageOfPath(path)}`, ''];
  return prefixes
    .flatMap((prefix) => [`${prefix}/404.html`, `${prefix}/404/index.html`])
    .map((key) => files.get(key))
    .find((file) => file !== undefined);
}

function sendable(file: SiteFile, caching: string, request: StaticRequest): StaticAnswer {
  const encoding = chooseEncoding(request.acceptEncoding);
  const copy = encoding === undefined ? undefined : file.encoded[encoding];
  const hasCopies = Object.keys(file.encoded).length > 0;
  return {
    status: 200,
    headers: {
      'cache-control': caching,
      'content-type': file.contentType,
      // A strong tag names one sequence of bytes, so each encoding needs its own.
      etag: copy === undefined ? `"${file.hash}"` : `"${file.hash}-${encoding}"`,
      ...(hasCopies ? { vary: 'accept-encoding' } : {}),
      ...(copy !== undefined && encoding !== undefined ? { 'content-encoding': encoding } : {}),
    },
    body: copy ?? file.content,
  };
}

/** Nothing but the headers when the client has these very bytes (RFC 9110, section 15.4.5). */
function unlessKnown(answer: StaticAnswer, { ifNoneMatch }: StaticRequest): StaticAnswer {
  if (!matches(ifNoneMatch, answer.headers.etag ?? '')) return answer;
  const kept = Object.entries(answer.headers).filter(([name]) => !name.startsWith('content-'));
  return { status: 304, headers: Object.fromEntries(kept) };
}

/** Whether an entity tag is in a list, by the weak comparison (RFC 9110, section 13.1.2). */
function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}
