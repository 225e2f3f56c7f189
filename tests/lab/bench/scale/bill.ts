import { functionMemoryMb } from '../../../../infra/aws/conventions.ts';
import { floodRules } from '../../../../infra/aws/site/firewall.ts';

/**
 * A visit as `docs/scale.md` explains it: three pages. Every fiftieth visitor is signed in, makes
 * eight calls and runs two flows. Every two-hundredth visitor signs in.
 */
export const visit = {
  requests: 12,
  transferKb: 120,
  apiCalls: 0.2,
  transactions: 0.3,
  storedBytes: 60,
} as const;

/** The time and memory of a call of a function. */
export const call = { memoryGb: functionMemoryMb / 1_024, seconds: 0.06, logBytes: 400 } as const;

/** A second of a function on arm64 with a GB of memory, in US dollars. */
export const lambdaGbSecond = 0.0000133334;

/** How many months of rows the database has in that bill. */
const MONTHS = 12;

/** AWS says that 100,000 units of DSQL do about 700,000 transactions of TPC-C. */
const DPUS_PER_TRANSACTION = 1 / 7;

const KB_PER_GB = 1e6;
const BYTES_PER_GB = 1e9;
const MILLION = 1e6;
const EVERY = Number.POSITIVE_INFINITY;

/** A month's bill by service, in US dollars. */
export type Bill = Readonly<
  Record<'cloudFront' | 'waf' | 'apiGateway' | 'lambda' | 'dsql' | 'logs', number>
>;

/**
 * The cost of a month of so many visits in us-east-1. The prices are those on the price pages of
 * CloudFront, WAF, API Gateway, Lambda (arm64), Aurora DSQL and CloudWatch, read on 2026-11-21.
 * Free tiers that end after a year are left out.
 */
export function billOf(visits: number): Bill {
  const gb = (visits * visit.transferKb) / KB_PER_GB;
  const millionRequests = (visits * visit.requests) / MILLION;
  const millionCalls = (visits * visit.apiCalls) / MILLION;
  const gbSeconds = visits * visit.apiCalls * call.memoryGb * call.seconds;
  const millionDpus = (visits * visit.transactions * DPUS_PER_TRANSACTION) / MILLION;
  const storedGb = (visits * visit.storedBytes * MONTHS) / BYTES_PER_GB;
  return {
    cloudFront:
      cost(gb, 1_000, [10_000, 0.085], [50_000, 0.08], [150_000, 0.06], [EVERY, 0.04]) +
      cost(millionRequests, 10, [EVERY, 1]) +
      // The functions at the edge, one run a request.
      cost(millionRequests, 2, [EVERY, 0.1]),
    waf: 5 + floodRules.length * 1 + cost(millionRequests, 0, [EVERY, 0.6]),
    apiGateway: cost(millionCalls, 0, [300, 1], [EVERY, 0.9]),
    lambda: cost(millionCalls, 1, [EVERY, 0.2]) + cost(gbSeconds, 400_000, [EVERY, lambdaGbSecond]),
    dsql: cost(millionDpus, 0.1, [EVERY, 8]) + cost(storedGb, 1, [EVERY, 0.33]),
    logs: cost((visits * visit.apiCalls * call.logBytes) / BYTES_PER_GB, 0, [EVERY, 0.5]),
  };
}

/**
 * The price of an amount in US dollars.
 *
 * @param free the amount that costs nothing
 * @param tiers the price of a unit up to each amount above the free one
 */
export function cost(
  amount: number,
  free: number,
  ...tiers: readonly (readonly [upTo: number, price: number])[]
): number {
  const charged = Math.max(0, amount - free);
  let [from, sum] = [0, 0];
  for (const [upTo, price] of tiers) {
    sum += Math.max(0, Math.min(charged, upTo) - from) * price;
    from = upTo;
  }
  return sum;
}
