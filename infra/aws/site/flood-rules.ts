import { limits, type RateLimit } from '../../../src/contract/limits.ts';
import type { Route } from '../../../src/contract/route.ts';
import { routesOf } from '../../../src/contract/routes.ts';

/** Over what time the firewall counts, in seconds. */
export const floodWindowS = 300;

/** How much more often than by our most generous limit an address may call the API in all. */
const FLOOD_FACTOR = 10;

/** How many calls of an address the firewall lets through in its time. */
export interface FloodRule {
  readonly name: string;
  readonly calls: number;
  /** The routes whose calls it counts; absent for all of the API. */
  readonly routes?: readonly Route[];
}

const perAddress = Object.entries<RateLimit>(limits).filter(([, { per }]) => per === 'address');

/**
 * The rules of the firewall. The functions count exactly what they answer
 * (`src/contract/limits.ts`); the firewall counts by address, roughly and over minutes, and allows
 * what they would: a rule for each limit per address, and one for the API as a whole.
 */
export const floodRules: readonly FloodRule[] = [
  {
    name: 'api',
    calls: Math.max(...perAddress.map(([, limit]) => callsInWindow(limit))) * FLOOD_FACTOR,
  },
  ...perAddress.flatMap(([name, limit]) => {
    const concerned = routesOf('site').filter((route) => route.limit === name);
    return concerned.length > 0 ? [{ name, calls: callsInWindow(limit), routes: concerned }] : [];
  }),
];

/** The calls that the functions let through in the firewall's time, when the bucket was full. */
function callsInWindow({ burstCalls, refillMs }: RateLimit): number {
  return burstCalls + Math.floor((floodWindowS * 1_000) / refillMs);
}
