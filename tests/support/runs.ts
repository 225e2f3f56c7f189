import * as z from 'zod/mini';
import type { StoredRun } from '../../functions/domain/run/run.ts';
import type { RunSweepStore } from '../../functions/domain/run/run-store.ts';
import { defineFlow, type Flow, InputRefused } from '../../functions/flows/flow.ts';
import type { LeftOutLog } from '../../functions/flows/left-out.ts';
import type { RunUploads } from '../../functions/flows/run-charged.ts';
import type { Timer } from '../../functions/flows/timer.ts';
import type { RunProgress } from '../../src/contract/flows.ts';
import { account, now } from './memory-stores.ts';
import { textIn } from './texts.ts';

const MINUTE_MS = 60_000;

/** A run that began at `now` and is running; `changes` end it. */
export function aRun(changes: Partial<StoredRun> = {}): StoredRun {
  return {
    id: '0195f0a0-0000-7000-8000-0000000000c1',
    walletId: account.walletId,
    flowId: 'echo',
    status: 'running',
    amountCredits: 2,
    startedAt: now,
    endsBy: new Date(now.getTime() + MINUTE_MS),
    keptUntil: new Date(now.getTime() + 7 * 24 * 60 * MINUTE_MS),
    ...changes,
  };
}

/** The progress of a run whose first item is not done. */
export const progress: RunProgress = { done: 0, of: 1, refused: [] };

/** The due runs for the sweep, and the actions of the sweep, in order. */
export function memoryRunSweeps(due: readonly string[] = [], orphans: readonly string[] = []) {
  const done: string[] = [];
  const note = (what: string) => async (runId: string) => {
    done.push(`${what} ${runId}`);
  };
  const runSweeps: RunSweepStore = {
    dueResults: dueOnce(due),
    forgetResult: note('forget'),
    orphans: dueOnce(orphans),
    removeRun: note('delete'),
  };
  const uploads = { due: dueOnce([]), settle: async () => undefined };
  return { runSweeps, results: { remove: note('empty') }, uploads, done };
}

/** Finds these ids, and then nothing more. */
export function dueOnce(ids: readonly string[]): () => Promise<readonly string[] | undefined> {
  const pages = [ids];
  return async () => pages.shift();
}

/** The uploads of users who have uploaded nothing. */
export const noUploads: RunUploads = {
  open: async () => ({ ok: true, ids: [], files: {} }),
  free: async () => undefined,
};

/** A timer whose time never comes. */
export const patient: Timer = () => () => undefined;

/** A timer whose time comes at once. */
export const impatient: Timer = (callback) => {
  queueMicrotask(callback);
  return () => undefined;
};

/** A flow of two credits that returns its own input: as a text, and as a file. */
export const echo: Flow = defineFlow({
  id: 'echo',
  name: textIn('Echo', '回声'),
  description: textIn('Gives back what it gets', '原样返回'),
  credits: 2,
  input: z.object({ text: z.string().check(z.minLength(1), z.maxLength(1_000_000)) }),
  titledBy: ['text'],
  labels: { text: textIn('Text', '文本'), 'echo.txt': textIn('File', '文件') },
  timeoutMs: 10_000,
  look: async ({ text }, _signal, { leftOut }) => readHalf(text, leftOut),
  run: async ({ text }, _signal, { leftOut }) => {
    readHalf(text, leftOut);
    if (text === 'refuse') {
      throw new InputRefused(textIn('Say something else.', '请换一句话。'));
    }
    if (text === 'break') throw new Error(`a bug with the text ${text}`);
    if (text === 'hang') return new Promise<never>(() => undefined);
    return [
      { kind: 'text', name: 'text', text: text.slice(0, 100) },
      {
        kind: 'file',
        name: 'echo.txt',
        mediaType: 'text/plain',
        content: new TextEncoder().encode(text),
      },
    ];
  },
});

/** Reads half of the text "half", as if it had four pages. */
function readHalf(text: string, leftOut: LeftOutLog): void {
  if (text !== 'half') return;
  leftOut.found({ pages: 4 });
  for (const page of [2, 3]) leftOut.add('pages', { page });
  const refusal = leftOut.refusal();
  if (refusal) throw new InputRefused(refusal, 'input_partly_read');
}

/** A flow that works on a list of texts, each for two credits, as `echo` does on one. */
export const chorus: Flow = defineFlow({
  id: 'chorus',
  name: textIn('Chorus', '合唱'),
  description: textIn('Gives back each of its texts', '逐条返回'),
  credits: 2,
  input: z.object({ texts: z.array(z.string()).check(z.minLength(1), z.maxLength(10)) }),
  each: 'texts',
  labels: {},
  timeoutMs: 10_000,
  run: async ({ texts: [text = ''] }, signal) => {
    const prepared = echo.prepare({ text });
    if (!prepared.ok) throw prepared.error;
    return prepared.run(signal);
  },
});

/** A flow whose price is in its input. */
export const meter: Flow = defineFlow({
  id: 'meter',
  name: textIn('Meter', '计费'),
  description: textIn('Costs what it is told to', '按输入计费'),
  credits: {
    least: 1,
    of: ({ price }) => price,
    example: {
      input: { price: 5 },
      text: textIn('Five cost {credits}.', '五个要 {credits} 积分。'),
    },
  },
  input: z.object({ price: z.int().check(z.gte(1)) }),
  labels: { price: textIn('Price', '价格') },
  timeoutMs: 10_000,
  run: async ({ price }) => [{ kind: 'number', name: 'price', value: price, unit: 'words' }],
});
