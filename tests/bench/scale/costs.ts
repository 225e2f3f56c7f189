import { floodRules } from '../../../infra/aws/site/firewall.ts';
import { prices } from './prices.ts';

/** What a visit comes to, on average over all visits. */
export interface Habits {
  /** Requests that reach CloudFront, and what they carry to the visitor. */
  readonly requests: number;
  readonly transferKb: number;
  /** Calls that reach a function; those of anonymous visitors end at the edge. */
  readonly apiCalls: number;
  readonly transactions: number;
  /** What the database keeps for good. */
  readonly storedBytes: number;
}

/** What every function has, and takes. */
export interface Functions {
  readonly memoryGb: number;
  readonly seconds: number;
  readonly logBytes: number;
}

/** Months whose rows are kept when the bill is looked at. */
const MONTHS = 12;

const BYTES_PER_GB = 1e9;
const KB_PER_GB = 1e6;
const MILLION = 1e6;

/** A month's bill by service, in US dollars. */
export type Bill = Readonly<
  Record<'cloudFront' | 'waf' | 'apiGateway' | 'lambda' | 'dsql' | 'logs', number>
>;

/** What a month of so many visits costs. */
export function billOf(visits: number, habits: Habits, functions: Functions): Bill {
  const requests = visits * habits.requests;
  const calls = visits * habits.apiCalls;
  return {
    cloudFront: cloudFront(requests, (visits * habits.transferKb) / KB_PER_GB),
    waf:
      prices.waf.perAcl +
      floodRules.length * prices.waf.perRule +
      (requests / MILLION) * prices.waf.perMillionRequests,
    apiGateway: tiered(
      calls / MILLION,
      prices.apiGateway.calls.map((tier) => [tier.upToMillions, tier.perMillion]),
    ),
    lambda: lambda(calls, functions),
    dsql: dsql(visits, habits),
    logs: ((calls * functions.logBytes) / BYTES_PER_GB) * prices.logs.perGb,
  };
}

function cloudFront(requests: number, gb: number): number {
  const { cloudFront: price } = prices;
  return (
    tiered(
      above(gb, price.freeGb),
      price.transfer.map((tier) => [tier.upToGb, tier.perGb]),
    ) +
    (above(requests, price.freeRequests) / MILLION) * price.perMillionRequests +
    (above(requests, price.freeFunctionCalls) / MILLION) * price.perMillionFunctionCalls
  );
}

function lambda(calls: number, { memoryGb, seconds }: Functions): number {
  const { lambda: price } = prices;
  return (
    (above(calls, price.freeCalls) / MILLION) * price.perMillionCalls +
    above(calls * memoryGb * seconds, price.freeGbSeconds) * price.perGbSecond
  );
}

function dsql(visits: number, habits: Habits): number {
  const { dsql: price } = prices;
  const dpus = visits * habits.transactions * price.dpusPerTransaction;
  const gb = (visits * habits.storedBytes * MONTHS) / BYTES_PER_GB;
  return (
    (above(dpus, price.freeDpus) / MILLION) * price.perMillionDpus +
    above(gb, price.freeGb) * price.perGbMonth
  );
}

function above(amount: number, free: number): number {
  return Math.max(0, amount - free);
}

/** The price of an amount whose parts cost different: each tier ends at an amount, and has a price. */
function tiered(amount: number, tiers: readonly (readonly [number, number])[]): number {
  let [from, sum] = [0, 0];
  for (const [upTo, price] of tiers) {
    sum += Math.max(0, Math.min(amount, upTo) - from) * price;
    from = upTo;
  }
  return sum;
}
