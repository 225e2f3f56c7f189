import { ContentionError } from '../../../../functions/adapters/postgres/connection/errors.ts';
import { untilNoConflict } from '../../../../functions/adapters/postgres/connection/transact.ts';
import { seededRandom } from '../../../support/random.ts';
import { percentile } from '../statistics.ts';

const SEED = 1;

/** Commands on one wallet. */
interface HotWallet {
  readonly commandsPerSecond: number;
  /** From a transaction's first statement to its commit, in milliseconds. */
  readonly transactionMs: number;
  /** How long commands arrive, in seconds. */
  readonly seconds: number;
}

/** The results of the commands. */
export interface HotWalletResult {
  readonly carriedOut: number;
  /** Answered 503, to be sent again: every attempt lost. */
  readonly turnedAway: number;
  /** Attempts for each command, on average. */
  readonly attempts: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/**
 * Commands on one wallet at random times, each in a process of its own, as on Lambda. No queue
 * orders them: of two that overlap, the later commit is retried. The simulated database has Aurora
 * DSQL's optimistic conflicts; the retries are the product's own code.
 */
export async function simulateHotWallet(asked: HotWallet): Promise<HotWalletResult> {
  const { commandsPerSecond, transactionMs, seconds } = asked;
  const random = seededRandom(SEED);
  const clock = virtualClock();
  const tookMs: number[] = [];
  let [commits, attempts, turnedAway] = [0, 0, 0];

  const attempt = async () => {
    attempts += 1;
    const seen = commits;
    await clock.wait(transactionMs);
    if (seen !== commits) throw Object.assign(new Error('conflict'), { code: '40001' });
    commits += 1;
  };
  const command = async (arrivesAtMs: number) => {
    await clock.wait(arrivesAtMs);
    try {
      await untilNoConflict(attempt, { random, wait: clock.wait });
      tookMs.push(clock.now() - arrivesAtMs);
    } catch (error) {
      if (!(error instanceof ContentionError)) throw error;
      turnedAway += 1;
    }
  };

  const commands: Promise<void>[] = [];
  // Gaps of a Poisson process: each command arrives independently of the others.
  const gapMs = () => (-Math.log(1 - random()) * 1_000) / commandsPerSecond;
  for (let at = gapMs(); at < seconds * 1_000; at += gapMs()) commands.push(command(at));
  await clock.run();
  await Promise.all(commands);
  return {
    carriedOut: tookMs.length,
    turnedAway,
    attempts: attempts / commands.length,
    p50Ms: percentile(tookMs, 0.5),
    p99Ms: percentile(tookMs, 0.99),
  };
}

/** A clock on which a minute passes at once: it jumps to the next time that a worker waits for. */
function virtualClock() {
  const waiting: { readonly at: number; readonly wake: () => void }[] = [];
  let nowMs = 0;
  return {
    now: () => nowMs,
    wait: (ms: number) =>
      new Promise<void>((wake) => {
        const at = nowMs + ms;
        const later = waiting.findIndex((other) => other.at > at);
        waiting.splice(later < 0 ? waiting.length : later, 0, { at, wake });
      }),
    run: async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        nowMs = next.at;
        next.wake();
        // The woken worker runs to its next wait before the clock moves again.
        await new Promise((done) => setImmediate(done));
      }
    },
  };
}
