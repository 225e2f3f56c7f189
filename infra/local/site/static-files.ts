import * as z from 'zod/mini';
import { beginningOf } from '../../../src/contract/fetch-metadata.ts';
import { isHttps, securityHeaders } from '../../../src/contract/security-headers.ts';
import { headersOf } from '../../edge/event.ts';
import { decoded, type Found, keysFor, notMoved, siteAddress } from '../../edge/site-address.ts';
import { cacheControl, errorPage, hashedPrefix, isPage } from '../../edge/site-file.ts';
import { guarded } from '../http/listen.ts';
import { chooseEncoding, type SiteFile, type SiteFiles } from './site-files.ts';

export interface StaticRequest {
  readonly method: string;
  /** Path and query as the request line has them. */
  readonly url: string;
  readonly acceptEncoding: string | undefined;
  readonly ifNoneMatch: string | undefined;
  readonly fetchSite?: string | undefined;
}

interface StaticAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

/** Answers for a built site as CloudFront and S3 do, with error pages, tags and headers. */
export function siteAnswers(
  files: SiteFiles,
  siteOrigin: string,
): (request: StaticRequest) => Promise<StaticAnswer> {
  const transport = { https: isHttps(siteOrigin) };
  const page = securityHeaders('site', transport);
  const file = securityHeaders('file', transport);
  const find = lookUp(files);
  return async (request) => {
    const [path = '', ...query] = request.url.split(/(?=\?)/);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return { status: 405, headers: { ...file, allow: 'GET, HEAD' } };
    }
    const address = siteAddress(path, query.join(''), find(path), transport);
    if (typeof address !== 'string') {
      return { status: address.statusCode, headers: headersOf(address) };
    }
    // S3 decodes a path, too. The key only selects among known files, so it cannot lead out of the
    // site. A malformed path gets a key that no file has.
    const key = decoded(address) ?? 'none';
    const { status, headers, body } = await answerFile(files, key, request);
    const begun = { 'server-timing': beginningOf(request.fetchSite) };
    const security = isPage(key) ? { ...page, ...begun } : file;
    return { status, headers: { ...security, ...headers }, ...(body ? { body } : {}) };
  };
}

/** Serves a built site over HTTP; see `siteAnswers`. */
export function staticFiles(
  files: SiteFiles,
  siteOrigin: string,
  report: (text: string) => void,
): ReturnType<typeof guarded> {
  const answer = siteAnswers(files, siteOrigin);
  return guarded(
    async (request, response) => {
      const { status, headers, body } = await answer({
        method: request.method ?? 'GET',
        url: request.url ?? '/',
        acceptEncoding: request.headers['accept-encoding']?.toString(),
        ifNoneMatch: request.headers['if-none-match'],
        fetchSite: request.headers['sec-fetch-site']?.toString(),
      });
      const length = status === 304 ? {} : { 'content-length': body?.length ?? 0 };
      response.writeHead(status, { ...headers, ...length });
      response.end(request.method === 'HEAD' ? undefined : body);
    },
    (fault) => report(`the site failed: ${fault}`),
  );
}

const redirectsSchema = z.record(z.string(), z.string());

/** Looks up files without a hash, and former addresses of posts, as the edge does in its store. */
function lookUp(files: SiteFiles): (path: string) => Found | undefined {
  const redirects = files.get('/redirects.json')?.content.toString('utf8') ?? '{}';
  const moves = redirectsSchema.parse(JSON.parse(redirects));
  const find = (key: string): Found | undefined => {
    const from = key.endsWith('/index.html') ? key.slice(0, -'index.html'.length) : undefined;
    const movedTo = from !== undefined && Object.hasOwn(moves, from) ? moves[from] : undefined;
    if (movedTo !== undefined) return { key, movedTo };
    const isKnown = files.has(key) && !key.startsWith(hashedPrefix);
    return isKnown ? { key, movedTo: notMoved } : undefined;
  };
  return (path) => keysFor(path).flatMap((key) => find(key) ?? [])[0];
}

async function answerFile(
  files: SiteFiles,
  key: string,
  request: StaticRequest,
): Promise<StaticAnswer> {
  const file = files.get(key);
  if (!file) return { status: 404, headers: { 'cache-control': cacheControl.other } };
  const caching = key.startsWith(hashedPrefix) ? cacheControl.hashed : cacheControl.other;
  const answer = await answerWith(file, caching, request);
  return errorPage.test(key) ? { ...answer, status: 404 } : unlessUnchanged(answer, request);
}

async function answerWith(
  file: SiteFile,
  caching: string,
  request: StaticRequest,
): Promise<StaticAnswer> {
  const encoding = file.encode && chooseEncoding(request.acceptEncoding);
  const copy = encoding && (await file.encode?.(encoding));
  return {
    status: 200,
    headers: {
      'cache-control': caching,
      'content-type': file.contentType,
      // A strong tag names one sequence of bytes, so each encoding needs its own.
      etag: encoding ? `"${file.hash}-${encoding}"` : `"${file.hash}"`,
      ...(file.encode ? { vary: 'accept-encoding' } : {}),
      ...(encoding ? { 'content-encoding': encoding } : {}),
    },
    body: copy ?? file.content,
  };
}

/** The headers alone when the client already has these bytes (RFC 9110, section 15.4.5). */
function unlessUnchanged(answer: StaticAnswer, { ifNoneMatch }: StaticRequest): StaticAnswer {
  if (!matches(ifNoneMatch, answer.headers.etag ?? '')) return answer;
  const headers = Object.entries(answer.headers).filter(([name]) => !name.startsWith('content-'));
  return { status: 304, headers: Object.fromEntries(headers) };
}

/** Whether a list contains an entity tag, by the weak comparison (RFC 9110, section 13.1.2). */
function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}
