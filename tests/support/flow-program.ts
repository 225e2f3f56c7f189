import { pbkdf2 } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { getPriority } from 'node:os';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { defineFlow, type RunMeans, type Texts } from '../../functions/flows/flow.ts';
import { makeFlowProcesses } from '../../functions/flows/flow-processes.ts';
import { taskRunner } from '../../functions/flows/flow-task.ts';
import { systemTimer, type Timer } from '../../functions/flows/timer.ts';
import { chorus, echo, meter } from './runs.ts';
import { textIn } from './texts.ts';

/** Works on as long as somebody lets it. */
const MANY = 100_000_000;

/** A flow that breaks the rules of flows. */
const lawless = {
  description: textIn('Exceeds every limit', '超出各种上限'),
  credits: 1,
  input: z.object({
    how: z.enum(['spin', 'hoard', 'grow', 'cook', 'die']),
    text: z.optional(z.string()),
    slowly: z.optional(z.string().check(z.refine(() => spin()))),
  }),
  labels: {},
  timeoutMs: 40_000,
  maxMemoryBytes: 300_000_000,
  run: async (
    { how }: { readonly how: keyof typeof ways },
    _signal: AbortSignal,
    { keep }: Pick<RunMeans, 'keep'>,
  ) => {
    keep([{ kind: 'text', name: 'begun', text: how }]);
    await ways[how]();
    return [];
  },
};

/** A flow that soon has had its time of the processor. */
export const rogue = defineFlow({
  ...lawless,
  id: 'rogue',
  name: textIn('Rogue', '失控'),
  maxProcessorMs: 500,
});

/** A flow that has more time than memory: a busy machine may take a second to give 300 MB. */
export const glutton = defineFlow({
  ...lawless,
  id: 'glutton',
  name: textIn('Glutton', '贪吃'),
  maxProcessorMs: 30_000,
});

const content = new Uint8Array(40_000).fill(7);

/** A flow with a ready result of the size of a social card, so that the call takes all the time. */
export const idle = defineFlow({
  id: 'idle',
  name: textIn('Idle', '空转'),
  description: textIn('Does nothing.', '什么也不做。'),
  credits: 1,
  input: z.object({ text: z.string() }),
  labels: {},
  timeoutMs: 10_000,
  run: async () => [{ kind: 'file', name: 'a.bin', mediaType: 'application/zip', content }],
});

const threads = '/proc/self/task';

/** The priority with which this program is loaded. */
const atStart = getPriority();

/** A flow whose result is a list of what it tells, whatever its input. */
function telling(id: string, name: Texts, tell: () => readonly unknown[]) {
  return defineFlow({
    id,
    name,
    description: name,
    credits: 1,
    input: z.object({ text: z.optional(z.string()) }),
    labels: {},
    // At the lowest priority, loading takes long beside tests that want both processors.
    timeoutMs: 50_000,
    run: async () => [{ kind: 'list', name: id, items: tell().map(String) }],
  });
}

/** A flow that tells the priorities of its process, of all threads where the system has them. */
export const humble = telling('humble', textIn('Humble', '谦让'), () => {
  const ids = existsSync(threads) ? readdirSync(threads).map(Number) : [0];
  return [atStart, ...ids.map((id) => getPriority(id))];
});

/** How many objects take some 100 MB. */
const LITTER = 1_500_000;

/** A flow that leaves garbage behind, and tells the bytes that its heap had before. */
export const untidy = telling('untidy', textIn('Untidy', '凌乱'), () => {
  const bytes = process.memoryUsage().heapTotal;
  return [bytes, Array.from({ length: LITTER }, (_, index) => ({ index })).length];
});

const ways = {
  /** JavaScript that never lets go of its thread. */
  spin,
  /** JavaScript that fills its heap. */
  hoard: () => {
    const kept: object[] = [];
    while (kept.length < MANY) kept.push(new Array(MANY / 100).fill(0.5));
  },
  /** Memory outside of the heap. */
  grow: async () => {
    const kept: Buffer[] = [];
    while (kept.length < MANY) {
      kept.push(Buffer.alloc(MANY / 10, 1));
      await new Promise(setImmediate);
    }
  },
  /** A native library that works in threads of its own. */
  cook: () => promisify(pbkdf2)('a', 'b', MANY, 64, 'sha512'),
  die: () => process.kill(process.pid, 'SIGKILL'),
} as const;

function spin(): boolean {
  for (let count = 0; count < Number.MAX_SAFE_INTEGER; count += 1);
  return true;
}

/** Where this program lies. */
export const program = new URL(import.meta.url);

/** Processes for the flows of the tests. */
export function testProcesses(timer: Timer = systemTimer) {
  return makeFlowProcesses({ program, count: 4, givesWay: false, timer });
}

/** Only the parent of such processes does without. */
export default process.argv[1]?.includes('tinypool')
  ? await taskRunner([humble, chorus, echo, glutton, idle, meter, rogue, untidy])
  : undefined;
