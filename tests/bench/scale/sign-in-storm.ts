import { percentile } from '../statistics.ts';
import { arrivals } from './hot-wallet.ts';

/** Many people who sign in at once, and what answers them. */
export interface Storm {
  readonly signInsPerSecond: number;
  readonly seconds: number;
  /** Until a new environment can answer, in milliseconds: its start, and a connection. */
  readonly coldStartMs: number;
  /** What a sign-in takes in an environment that runs, in milliseconds. */
  readonly signInMs: number;
  readonly quotas: StormQuotas;
  /** Numbers from 0 up to 1. */
  readonly random: () => number;
}

/** What the services allow. */
export interface StormQuotas {
  /** Environments that may run at once. */
  readonly environments: number;
  /** New environments a second, of one function. */
  readonly environmentsPerSecond: number;
  /** Connections that the database takes at once, and then a second. */
  readonly connectionBurst: number;
  readonly connectionsPerSecond: number;
}

/** What became of them. */
export interface StormResult {
  readonly signedIn: number;
  /** No environment could be had. */
  readonly throttled: number;
  /** The environment began, and the database took no connection from it. */
  readonly unconnected: number;
  readonly environments: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/**
 * Everybody takes an environment that is free, or a new one where the quotas allow it, or is
 * refused. Nobody tries again here: in the product, the page says so and offers a button.
 */
export function simulateStorm(storm: Storm): StormResult {
  const { signInsPerSecond, seconds, coldStartMs, signInMs, quotas, random } = storm;
  const starts = bucket(quotas.environmentsPerSecond, quotas.environmentsPerSecond);
  const connections = bucket(quotas.connectionBurst, quotas.connectionsPerSecond);
  /** When each environment is free again. */
  const environments: number[] = [];
  const took: number[] = [];
  let [throttled, unconnected] = [0, 0];
  for (const at of arrivals(signInsPerSecond, seconds, random)) {
    const free = environments.findIndex((freeAt) => freeAt <= at);
    if (free >= 0) {
      environments[free] = at + signInMs;
      took.push(signInMs);
    } else if (environments.length >= quotas.environments || !starts(at)) {
      throttled += 1;
    } else if (connections(at)) {
      environments.push(at + coldStartMs + signInMs);
      took.push(coldStartMs + signInMs);
    } else {
      unconnected += 1;
    }
  }
  return {
    signedIn: took.length,
    throttled,
    unconnected,
    environments: environments.length,
    p50Ms: percentile(took, 0.5),
    p99Ms: percentile(took, 0.99),
  };
}

/** A token bucket: says for a time, never an earlier one than before, whether there is a token. */
function bucket(burst: number, perSecond: number): (at: number) => boolean {
  let [tokens, last] = [burst, 0];
  return (at) => {
    tokens = Math.min(burst, tokens + ((at - last) * perSecond) / 1_000);
    last = at;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}
