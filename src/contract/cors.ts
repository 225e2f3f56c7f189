import type { Route } from './route.ts';
import { routesOf } from './routes.ts';

/** What pages of another origin may do, in the words of API Gateway's CORS configuration. */
interface CorsRules {
  readonly allowMethods: readonly string[];
  readonly allowHeaders: readonly string[];
  /** The headers of an answer that a page may read, besides those that it always may. */
  readonly exposeHeaders: readonly string[];
  /** How long a browser may remember this, in seconds; Chromium's most are two hours. */
  readonly maxAgeSeconds: number;
}

const methods = routesOf('flows').map(({ method }: Route) => method);

/**
 * The rules by which the pages of the site may call the origin of the flows: the site's origin
 * alone, and never with cookies, as the token in the Authorization header says who calls.
 * Source: Fetch Standard, section 3.3 "CORS protocol".
 */
export const flowsCors: CorsRules = {
  allowMethods: [...new Set(methods)].filter((method) => method !== 'ANY').toSorted(),
  allowHeaders: ['accept-language', 'authorization', 'content-type', 'idempotency-key'],
  exposeHeaders: [
    'idempotency-replayed',
    'ratelimit',
    'ratelimit-policy',
    'retry-after',
    'x-request-id',
  ],
  maxAgeSeconds: 2 * 60 * 60,
};
