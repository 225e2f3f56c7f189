import { createHmac } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { type LimitName, limits, type RateLimit } from '../../src/contract/limits.ts';
import type { Route } from '../../src/contract/route.ts';
import type { BucketStore } from '../domain/session/rate-limit.ts';
import type { Env } from '../env.ts';
import type { Refusal } from '../http/handler.ts';
import { acceptsCsv } from '../http/negotiation.ts';
import type { Limit } from '../http/request.ts';
import { viewerNetwork } from '../http/viewer-network.ts';
import { trialKeySecretOf } from '../settings.ts';

/** The ids by which the limits can count a known caller. */
type Ids = Readonly<Partial<Record<Exclude<RateLimit['per'], 'address'>, string>>>;

/** Refuses excess calls with `rate_limited`, before their bodies are parsed. */
export function rateLimit<Known>(
  route: Pick<Route, 'limit' | 'csv'>,
  { env, buckets }: { readonly env: Env; readonly buckets: BucketStore },
  idsOf: (known: Known) => Ids,
): Limit<Known> {
  return async (event, known, now) => {
    const name = limitOf(route, event.headers.accept);
    if (name === undefined) return undefined;
    const { per } = limits[name];
    const counted =
      per === 'address' ? viewerNetwork(event, env.viewerAddressHeader) : idsOf(known)[per];
    if (counted === undefined) {
      throw new TypeError(`A route whose limit is per ${per} does not know its caller by it.`);
    }
    const key = bucketKey(name, counted, trialKeySecretOf(env));
    const waitMs = await buckets.consume(key, limits[name], now);
    return waitMs === 0 ? undefined : refuseExcess(name, waitMs);
  };
}

/** On a route that answers JSON and CSV, only the file counts; pages are cheap to read. */
function limitOf(
  { limit, csv }: Pick<Route, 'limit' | 'csv'>,
  accept: APIGatewayProxyEventV2['headers'][string],
): LimitName | undefined {
  return csv && !acceptsCsv(accept) ? undefined : limit;
}

/** A keyed hash: there are so few addresses that anybody could find a plain hash by trying all. */
function bucketKey(name: LimitName, counted: string, secret: string): string {
  return createHmac('sha256', secret).update(`rate-limit ${name} ${counted}`).digest('hex');
}

/**
 * Says when to call again (RFC 9110, section 10.2.3), and the limit: the whole bucket in the time
 * in which it fills (draft-ietf-httpapi-ratelimit-headers-10).
 */
function refuseExcess(name: LimitName, waitMs: number): Refusal {
  const { burstCalls, refillMs } = limits[name];
  const waitSeconds = Math.ceil(waitMs / 1_000);
  const fillSeconds = Math.ceil((burstCalls * refillMs) / 1_000);
  return {
    ok: false,
    code: 'rate_limited',
    detail: `Wait ${waitSeconds} s and call again. ${burstCalls} calls may come at once, and then one every ${refillMs} ms.`,
    headers: {
      'retry-after': String(waitSeconds),
      'ratelimit-policy': `"${name}";q=${burstCalls};w=${fillSeconds}`,
      ratelimit: `"${name}";r=0;t=${waitSeconds}`,
    },
  };
}
