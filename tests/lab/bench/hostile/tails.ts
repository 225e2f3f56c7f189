import { randomUUID } from 'node:crypto';
import { median, percentile, ratio } from '../statistics.ts';
import type { Table } from '../table.ts';
import type { Lane } from './calls.ts';
import { noisyPicture } from './pictures.ts';

/** How many new connections ask at once. */
const LANES = [1, 8, 32, 128] as const;

/** How many calls each row has at least. */
const CALLS = 512;

const GOAL_TIMES = 5;

interface Tail {
  readonly what: string;
  readonly lanes: number;
  /** Until a call was answered, in milliseconds. */
  readonly took: readonly number[];
}

/**
 * How long calls take that come at once, each on a connection of its own, while eight runs work.
 *
 * @param tokens the access tokens of the users with the runs, two runs each
 */
export async function measureTails(
  calls: readonly Lane[],
  flowsOrigin: string,
  tokens: readonly string[],
): Promise<readonly Tail[]> {
  const picture = await noisyPicture();
  const runs = [...tokens, ...tokens].map((token) => startRun(flowsOrigin, token, picture));
  const tails: Tail[] = [];
  for (const { what, call } of calls) {
    for (const lanes of LANES) tails.push({ what, lanes, took: await tookAtOnce(call, lanes) });
  }
  await Promise.all(runs);
  return tails;
}

async function startRun(flowsOrigin: string, token: string, picture: string): Promise<void> {
  const answer = await fetch(`${flowsOrigin}/flows/image-shrink/runs`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({ input: { picture } }),
  });
  const said = await answer.text();
  // The work of a run takes until the bench ends it; an earlier answer would leave the connections
  // alone.
  if (answer.status < 500) throw new Error(`A run beside them was answered: ${said}`);
}

async function tookAtOnce(call: () => Promise<void>, lanes: number): Promise<readonly number[]> {
  const took: number[] = [];
  const timed = async () => {
    const begunMs = performance.now();
    await call();
    took.push(performance.now() - begunMs);
  };
  while (took.length < CALLS) await Promise.all(Array.from({ length: lanes }, timed));
  return took;
}

export function tailTable(tails: readonly Tail[]): Table {
  return {
    title: 'New connections at once, while eight runs work',
    columns: ['what', 'at once', 'p50 ms', 'p99 ms', 'p99 / p50', 'calls'],
    rows: tails.map(({ what, lanes, took }) => {
      const [p50, p99] = [median(took), percentile(took, 0.99)];
      return [what, lanes, p50, p99, ratio(p99, p50), took.length];
    }),
    notes: [`The goal is at most ${GOAL_TIMES} times the p50 at 128.`],
  };
}
