import { ContentionError } from '../../../functions/adapters/postgres/connection/errors.ts';
import { untilNoConflict } from '../../../functions/adapters/postgres/connection/transact.ts';
import { percentile } from '../statistics.ts';
import { virtualClock } from './virtual-clock.ts';

/** How many want one wallet, and how long each has it in hand. */
export interface HotWallet {
  /** Commands a second that arrive, at random times. */
  readonly arrivalsPerSecond: number;
  /** From a transaction's first statement to its commit, in milliseconds. */
  readonly transactionMs: number;
  /** How long commands arrive, in seconds. */
  readonly seconds: number;
  /** Numbers from 0 up to 1. */
  readonly random: () => number;
}

/** What became of the commands. */
export interface HotWalletResult {
  readonly carriedOut: number;
  /** Answered 503, to be sent again: every attempt lost. */
  readonly turnedAway: number;
  /** Attempts for each command that was carried out, on average. */
  readonly attempts: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/**
 * Commands on one wallet, each from a process of its own, as Lambda has it: nobody waits in turn,
 * and of two that overlap the one that commits later begins again. The database is simulated, with
 * optimistic conflicts as Aurora DSQL has them; the attempts and pauses are the product's own code.
 */
export async function simulateHotWallet(asked: HotWallet): Promise<HotWalletResult> {
  const { arrivalsPerSecond, transactionMs, seconds, random } = asked;
  const clock = virtualClock();
  const pacing = { random, wait: clock.wait };
  const took: number[] = [];
  let [version, attempts, turnedAway] = [0, 0, 0];

  const attempt = async () => {
    attempts += 1;
    const seen = version;
    await clock.wait(transactionMs);
    if (seen !== version) throw Object.assign(new Error('conflict'), { code: '40001' });
    version += 1;
  };
  const command = async (at: number) => {
    await clock.wait(at);
    const before = clock.now();
    try {
      await untilNoConflict(attempt, pacing);
      took.push(clock.now() - before);
    } catch (error) {
      if (!(error instanceof ContentionError)) throw error;
      turnedAway += 1;
    }
  };

  const commands = arrivals(arrivalsPerSecond, seconds, random).map(command);
  await clock.run();
  await Promise.all(commands);
  return {
    carriedOut: took.length,
    turnedAway,
    attempts: attempts / Math.max(1, took.length + turnedAway),
    p50Ms: percentile(took, 0.5),
    p99Ms: percentile(took, 0.99),
  };
}

/** Times in milliseconds at which a Poisson process has something happen. */
export function arrivals(
  perSecond: number,
  seconds: number,
  random: () => number,
): readonly number[] {
  const times: number[] = [];
  for (let at = gap(); at < seconds * 1_000; at += gap()) times.push(at);
  return times;

  function gap(): number {
    return (-Math.log(1 - random()) * 1_000) / perSecond;
  }
}
