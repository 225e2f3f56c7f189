import type { IncomingMessage, ServerResponse } from 'node:http';
import { isHttps, securityHeaders } from '../../src/contract/security-headers.ts';
import { cacheControl, errorPage, hashedPrefix } from '../edge/caching.ts';
import { siteAddress } from '../edge/site-address.ts';
import { describeError } from './describe-error.ts';
import { edgeHeaders } from './edge-headers.ts';
import { lookUp } from './static/addresses.ts';
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
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

/**
 * Answers for a built site as CloudFront and S3 do: addresses by the function that CloudFront runs,
 * the 404 page of the path's language, compressed copies, entity tags and the security headers.
 */
export function siteAnswers(
  files: SiteFiles,
  siteOrigin: string,
): (request: StaticRequest) => Promise<StaticAnswer> {
  const transport = { https: isHttps(siteOrigin) };
  const security = securityHeaders('site', transport);
  const find = lookUp(files);
  return async (request) => {
    const [path = '', ...query] = request.url.split(/(?=\?)/);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return { status: 405, headers: { ...security, allow: 'GET, HEAD' } };
    }
    const address = siteAddress(path, query.join(''), find(path), transport);
    if (typeof address !== 'string') {
      return { status: address.statusCode, headers: edgeHeaders(address) };
    }
    const { status, headers, body } = await answerFile(files, decoded(address), request);
    return { status, headers: { ...security, ...headers }, ...(body ? { body } : {}) };
  };
}

/**
 * Serves a built site over HTTP; see `siteAnswers`.
 *
 * @param report takes what goes wrong
 */
export function staticFiles(
  files: SiteFiles,
  siteOrigin: string,
  report: (text: string) => void,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const answer = siteAnswers(files, siteOrigin);
  return async (request, response) => {
    const asked = {
      method: request.method ?? 'GET',
      url: request.url ?? '/',
      acceptEncoding: request.headers['accept-encoding']?.toString(),
      ifNoneMatch: request.headers['if-none-match'],
    };
    try {
      const { status, headers, body } = await answer(asked);
      const length = status === 304 ? {} : { 'content-length': body?.length ?? 0 };
      response.writeHead(status, { ...headers, ...length });
      response.end(request.method === 'HEAD' ? undefined : body);
    } catch (error) {
      report(`the site failed: ${describeError(error)}`);
      if (response.headersSent) response.destroy();
      else response.writeHead(500).end();
    }
  };
}

/** The paths of all files begin with a slash. */
const noFile = 'none';

/**
 * A path without its percent signs, as S3 reads it. It only ever selects among known files, so it
 * cannot lead out of the site; what cannot be decoded selects none.
 */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return noFile;
  }
}

async function answerFile(
  files: SiteFiles,
  key: string,
  request: StaticRequest,
): Promise<StaticAnswer> {
  const file = files.get(key);
  if (!file) return { status: 404, headers: { 'cache-control': cacheControl.other } };
  const caching = key.startsWith(hashedPrefix) ? cacheControl.hashed : cacheControl.other;
  const answer = await sendable(file, caching, request);
  return errorPage.test(key) ? { ...answer, status: 404 } : unlessKnown(answer, request);
}

async function sendable(
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
