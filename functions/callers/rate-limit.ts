import { createHmac } from 'node:crypto';
import {
  type Bucket,
  type LimitName,
  limits,
  type RateLimit,
  sharedBucket,
} from '../../src/contract/limits.ts';
import type { ProblemCode } from '../../src/contract/problem.ts';
import type { Route } from '../../src/contract/route.ts';
import type { BucketStore } from '../domain/session/rate-limit.ts';
import type { Env } from '../env.ts';
import type { Refusal, Remarks } from '../http/handler.ts';
import { acceptsCsv } from '../http/negotiation.ts';
import type { Limit } from '../http/request.ts';
import { viewerNetwork } from '../http/viewer-network.ts';
import { trialKeySecretOf } from '../settings.ts';

/** The ids by which the limits can count a known caller. */
type Ids = Readonly<Partial<Record<Exclude<RateLimit['per'], 'address'> | 'key', string>>>;

interface Counting {
  readonly env: Env;
  readonly buckets: BucketStore;
}

/** A bucket, by the name that its refusals have. */
interface NamedBucket {
  readonly name: string;
  readonly bucket: Bucket;
  readonly counted: string;
}

/**
 * Refuses excess calls with `rate_limited`, before their bodies are parsed. A call that its own
 * bucket refuses takes nothing from the bucket that others share. Each personal key has a bucket of its
 * own, and the keys of a wallet share a second one. Calls by keys take nothing from the bucket of their
 * owner's pages.
 */
export function rateLimit<Known>(
  route: Pick<Route, 'limit' | 'csv'>,
  counting: Counting,
  idsOf: (known: Known) => Ids,
): Limit<Known> {
  return async (call, known) => {
    const { headers, now } = call;
    const name = limitOf(route, headers.accept);
    if (name === undefined) return undefined;
    const bucket: RateLimit = limits[name];
    const { per } = bucket;
    const address = viewerNetwork(call, counting.env.viewerAddressHeader);
    const ids = idsOf(known);
    const key = per === 'wallet' ? ids.key : undefined;
    const counted = per === 'address' ? address : (key ?? ids[per]);
    if (counted === undefined) {
      throw new TypeError(`A route whose limit is per ${per} does not know its caller by it.`);
    }
    const shared = [
      ...(key && ids.wallet ? [{ name: `${name}-keys`, counted: ids.wallet }] : []),
      ...(bucket.shared ? [{ name: `${name}-shared`, counted: address }] : []),
    ].map((one) => ({ ...one, bucket: sharedBucket(bucket) }));
    for (const one of [{ name, bucket, counted }, ...shared]) {
      const excess = await consume(one, counting, now);
      if (excess) return excess;
    }
    return undefined;
  };
}

/** Makes the refusal of a caller whose calls fail too often. `acceptLanguage` is the header. */
export type RefuseFailures = (
  waitSeconds: number,
  acceptLanguage: string | undefined,
) => Omit<Refusal, 'headers'>;

/** Refuses the calls of a wallet that had too many failures, before their bodies are parsed. */
export function failureLimit<Known>(
  { limit }: Pick<Route, 'limit'>,
  { env, buckets }: Counting,
  walletOf: (known: Known) => string,
  refuse: RefuseFailures,
): Limit<Known> {
  return async ({ headers, now }, known) => {
    const failures = limit && failuresOf(limit, walletOf(known));
    const waitMs = failures ? await buckets.peek(keyOf(failures, env), failures.bucket, now) : 0;
    if (!failures || waitMs === 0) return undefined;
    const refusal = refuse(secondsOf(waitMs), headers['accept-language']);
    return { ...refuseExcess(failures, waitMs), ...refusal };
  };
}

/**
 * Counts the answers of a route that are failures, and the items that nobody pays for in those that
 * are none. An answer that repeats an earlier one is none: it was no work.
 */
export function failureCounter({ limit }: Pick<Route, 'limit'>, { env, buckets }: Counting) {
  return async (walletId: string, given: object, now: Date): Promise<void> => {
    const reply: CountedReply = given;
    const failures = limit && failuresOf(limit, walletId);
    if (!failures || reply.replayed) return;
    const isFailure = failureCodes.some((code) => code === reply.code);
    const count = reply.unpaidItems ?? (isFailure ? 1 : 0);
    for (let counted = 0; counted < count; counted += 1) {
      await buckets.consume(keyOf(failures, env), failures.bucket, now);
    }
  };
}

/** The facts of a reply or a refusal that the count of failures reads. */
interface CountedReply extends Pick<Remarks, 'replayed' | 'unpaidItems'> {
  readonly code?: ProblemCode;
}

/** The refusals before which work was done. */
const failureCodes = [
  'input_partly_read',
  'input_refused',
  'run_cancelled',
  'run_failed',
  'run_timed_out',
  'run_too_large',
] as const satisfies readonly ProblemCode[];

function failuresOf(limit: LimitName, walletId: string): NamedBucket | undefined {
  const { failures }: RateLimit = limits[limit];
  return failures && { name: `${limit}-failures`, bucket: failures, counted: walletId };
}

async function consume(
  named: NamedBucket,
  { env, buckets }: Counting,
  now: Date,
): Promise<Refusal | undefined> {
  const waitMs = await buckets.consume(keyOf(named, env), named.bucket, now);
  return waitMs === 0 ? undefined : refuseExcess(named, waitMs);
}

/** On a route that answers JSON and CSV, only the file counts; pages are cheap to read. */
function limitOf(
  { limit, csv }: Pick<Route, 'limit' | 'csv'>,
  accept: string | undefined,
): LimitName | undefined {
  return csv && !acceptsCsv(accept) ? undefined : limit;
}

/** A keyed hash: there are so few addresses that anybody could find a plain hash by trying all. */
function keyOf({ name, counted }: NamedBucket, env: Env): string {
  const secret = trialKeySecretOf(env);
  return createHmac('sha256', secret).update(`rate-limit ${name} ${counted}`).digest('hex');
}

/**
 * Says when to call again (RFC 9110, section 10.2.3), and the limit: the whole bucket in the time
 * in which it fills (draft-ietf-httpapi-ratelimit-headers-10).
 */
function refuseExcess({ name, bucket }: NamedBucket, waitMs: number): Refusal {
  const { burstCalls, refillMs } = bucket;
  const waitSeconds = secondsOf(waitMs);
  const fillSeconds = secondsOf(burstCalls * refillMs);
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

function secondsOf(ms: number): number {
  return Math.ceil(ms / 1_000);
}
