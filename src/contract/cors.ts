import type { Route } from './route.ts';
import { routesOf } from './routes.ts';

const methods = routesOf('flows').map(({ method }: Route) => method);

/**
 * The rules by which pages of the site may call the origin of the flows: from the site's origin
 * alone, and never with cookies. The token in the Authorization header identifies the caller. The
 * members have the names of API Gateway's CORS configuration. Source: Fetch Standard, section 3.3
 * "CORS protocol".
 */
export const flowsCors = {
  allowMethods: [...new Set(methods)].filter((method) => method !== 'ANY').toSorted(),
  allowHeaders: ['accept-language', 'authorization', 'content-type', 'idempotency-key'],
  /** The headers of an answer that a page may read, besides the standard ones. */
  exposeHeaders: [
    'idempotency-replayed',
    'ratelimit',
    'ratelimit-policy',
    'retry-after',
    'x-request-id',
  ],
  /** How long a browser may cache this; Chromium's limit is two hours. */
  maxAgeSeconds: 2 * 60 * 60,
};
