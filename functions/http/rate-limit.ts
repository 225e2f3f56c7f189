import { createHmac } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { type LimitName, limits, type RateLimit } from '../../src/contract/limits.ts';
import type { Route } from '../../src/contract/route.ts';
import type { BucketStore } from '../domain/session/rate-limit.ts';
import type { Env } from '../env.ts';
import { trialKeySecretOf } from '../settings/trial-key-secret.ts';
import { acceptsCsv } from './accepts-csv.ts';
import type { Refusal } from './handler.ts';
import type { AnyRequest } from './request.ts';
import { viewerNetwork } from './viewer-network.ts';

/** A call that was one too many. */
export interface LimitExceeded {
  readonly limit: LimitName;
  /** When the next call passes, in whole seconds from now. */
  readonly retryAfterSeconds: number;
}

/** What counting takes besides the call. */
interface Counting {
  readonly env: Pick<Env, 'trialKeySecret' | 'viewerAddressHeader'>;
  /** Absent where nothing is counted. */
  readonly buckets: BucketStore | undefined;
  readonly now: Date;
}

/**
 * Counts a call against its route's limit, and refuses it with `rate_limited` when it is one too
 * many. Only calls that are otherwise in order are counted: what is wrong in form, or comes from
 * nobody we know, was refused before for less than the write that counting costs.
 */
export async function refuseExcess(
  route: Pick<Route, 'limit' | 'csv'>,
  event: APIGatewayProxyEventV2,
  caller: AnyRequest['caller'],
  { env, buckets, now }: Counting,
): Promise<Refusal | undefined> {
  const name = limitOf(route, event.headers.accept);
  if (name === undefined) return undefined;
  if (!buckets) throw new TypeError('A route with a limit is wired without buckets.');
  const limit = limits[name];
  const counted =
    limit.per === 'address'
      ? viewerNetwork(event, env.viewerAddressHeader)
      : idOf(caller, limit.per);
  const key = bucketKey(name, counted, trialKeySecretOf(env));
  const waitMs = await buckets.consume(key, limit, now);
  return waitMs === 0 ? undefined : tooMany(name, waitMs);
}

/** Of a route that answers JSON and CSV, only the file counts; the pages are cheap to read. */
function limitOf(
  { limit, csv }: Pick<Route, 'limit' | 'csv'>,
  accept: string | undefined,
): LimitName | undefined {
  return csv && !acceptsCsv(accept) ? undefined : limit;
}

function idOf(caller: AnyRequest['caller'], per: Exclude<RateLimit['per'], 'address'>): string {
  if (caller && 'session' in caller && per === 'session') return caller.session.id;
  if (caller?.kind === 'service-key' && per === 'service-key') return caller.key.id;
  throw new TypeError(`A route whose limit is per ${per} does not know its caller by it.`);
}

/** Keyed, because there are so few addresses that a plain hash of one is found by trying them. */
function bucketKey(name: LimitName, counted: string, secret: string): string {
  return createHmac('sha256', secret).update(`rate-limit ${name} ${counted}`).digest('hex');
}

function tooMany(name: LimitName, waitMs: number): Refusal {
  const { burstCalls, refillMs } = limits[name];
  const retryAfterSeconds = Math.ceil(waitMs / 1_000);
  return {
    problem: 'rate_limited',
    detail: `Wait ${retryAfterSeconds} s and call again. ${burstCalls} calls may come at once, and then one every ${refillMs} ms.`,
    excess: { limit: name, retryAfterSeconds },
  };
}

/**
 * When to come back (RFC 9110, section 10.2.3), and how many calls there may be: the whole bucket
 * in the time in which it fills (draft-ietf-httpapi-ratelimit-headers-10).
 */
export function excessHeaders(excess: LimitExceeded | undefined): Record<string, string> {
  if (excess === undefined) return {};
  const { limit, retryAfterSeconds } = excess;
  const { burstCalls, refillMs } = limits[limit];
  return {
    'retry-after': String(retryAfterSeconds),
    'ratelimit-policy': `"${limit}";q=${burstCalls};w=${Math.ceil((burstCalls * refillMs) / 1_000)}`,
    ratelimit: `"${limit}";r=0;t=${retryAfterSeconds}`,
  };
}
