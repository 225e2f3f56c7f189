import {
  fileNameSchema,
  maxResultFileBytes,
  maxResultFiles,
  type ResultPart,
} from '../../src/contract/flows.ts';
import type { Refused } from '../domain/ledger/entry.ts';
import { isAmount } from '../domain/ledger/wallet.ts';
import type { RunFailure, StoredRun } from '../domain/run/run.ts';
import type { Begun, NewRun, ResultStore, RunStore } from '../domain/run/run-store.ts';
import {
  type Flow,
  InputRefused,
  type InvalidInput,
  type MadePart,
  type PreparedRun,
  type Texts,
} from './flow.ts';
import type { Slots } from './slots.ts';
import type { Timer } from './timer.ts';

export interface RunTools {
  readonly runs: RunStore;
  readonly results: ResultStore;
  readonly slots: Slots;
  readonly timer: Timer;
  readonly clock: () => Date;
}

export type Charged =
  /** The run has succeeded or failed, now or in an earlier call with the same key. */
  | {
      readonly ok: true;
      readonly run: StoredRun;
      readonly replayed: boolean;
      /** What can be spent after the run, in credits; absent unless it succeeded now. */
      readonly availableCredits?: number;
      /** The error of a failed run, for the log. */
      readonly cause?: unknown;
    }
  | Extract<Begun, { readonly ok: false }>
  /** The machine has no free slot. */
  | Refused<'too_many_runs'>;

/** How long a call may take, in milliseconds: less than API Gateway's 29 s. */
const CALL_MS = 27_000;

/** Holds credits, does the work in a slot, and captures them with the result or releases them. */
export async function runCharged(
  requested: NewRun,
  { run: work }: PreparedRun,
  tools: RunTools,
): Promise<Charged> {
  const waitMs = CALL_MS - requested.timeoutMs;
  const done = await tools.slots.run(requested.walletId, waitMs, async (): Promise<Charged> => {
    const begun = await tools.runs.begin({ ...requested, now: tools.clock() });
    if (!begun.ok) return begun;
    const { body: run, replayed } = begun;
    if (replayed) return { ok: true, run, replayed };
    const executed = await execute(work, requested.timeoutMs, tools.timer);
    return executed.ok ? keep(run, executed.parts, tools) : giveUp(run, executed, tools);
  });
  return done?.value ?? { ok: false, code: 'too_many_runs' };
}

async function keep(run: StoredRun, parts: readonly MadePart[], tools: RunTools): Promise<Charged> {
  const { runs, results, clock } = tools;
  try {
    for (const part of parts) {
      if (part.kind === 'file') await results.put(run.id, part.name, part.content);
    }
    const done = await runs.succeed(run, { result: parts.map(storedPart), now: clock() });
    if (done) return { ok: true, replayed: false, ...done };
  } catch (cause) {
    return giveUp(run, { code: 'run_failed', cause }, tools);
  }
  // The hold expired during the work, so nobody is charged and no result is stored.
  return giveUp(run, { code: 'run_timed_out' }, tools);
}

async function giveUp(
  run: StoredRun,
  { code, sentences, cause }: Failed,
  { runs, results, clock }: RunTools,
): Promise<Charged> {
  const failure = { code, ...(sentences ? { sentences } : {}) };
  const finishedAt = clock();
  await runs.fail(run, { failure, now: finishedAt });
  await results.remove(run.id);
  const failed: StoredRun = { ...run, failure, status: 'failed', finishedAt };
  return { ok: true, run: failed, replayed: false, cause };
}

/** A part without its bytes. Its label depends on the reader's language, so the name stands for it. */
function storedPart(part: MadePart): ResultPart {
  if (part.kind !== 'file') return { ...part, label: part.name };
  const { content, ...file } = part;
  return { ...file, label: part.name, bytes: content.length };
}

type Executed =
  | { readonly ok: true; readonly parts: readonly MadePart[] }
  | (Failed & { readonly ok: false });

interface Failed extends RunFailure {
  /** The error of a failed flow. */
  readonly cause?: unknown;
}

/**
 * Does the work of a flow within its time. When the time is over, it aborts the work by the signal and
 * returns at once, even if the work goes on.
 */
export async function execute(
  run: (signal: AbortSignal) => Promise<readonly MadePart[]>,
  timeoutMs: number,
  timer: Timer,
): Promise<Executed> {
  const time = new AbortController();
  const late = Promise.withResolvers<Executed>();
  const cancel = timer(() => {
    late.resolve({ ok: false, code: 'run_timed_out' });
    time.abort();
  }, timeoutMs);
  try {
    return await Promise.race([work(run, time.signal), late.promise]);
  } finally {
    cancel();
  }
}

async function work(
  run: (signal: AbortSignal) => Promise<readonly MadePart[]>,
  signal: AbortSignal,
): Promise<Executed> {
  try {
    const parts = await run(signal);
    checkParts(parts);
    return { ok: true, parts };
  } catch (error) {
    if (error instanceof InputRefused) {
      return { ok: false, code: 'input_refused', sentences: error.sentences };
    }
    return { ok: false, code: 'run_failed', cause: error };
  }
}

/** @throws RangeError when a result cannot be stored or sent, which is a bug of the flow */
function checkParts(parts: readonly MadePart[]): void {
  const names = new Set(parts.map(({ name }) => name));
  if (names.size < parts.length) throw new RangeError('Two parts of a result have one name.');
  const files = parts.filter((part) => part.kind === 'file');
  if (files.length > maxResultFiles) throw new RangeError('A result has too many files.');
  for (const { name, content } of files) {
    if (!fileNameSchema.safeParse(name).success) throw new RangeError('A file has a bad name.');
    if (content.length > maxResultFileBytes) throw new RangeError('A file is too large.');
  }
}

/** Why a flow refuses an input: by its schema, or with a sentence of its own. */
export type InputFault = InvalidInput | (Refused<'input_refused'> & { readonly sentences: Texts });

/**
 * Checks an input and computes its price, before any credits are held.
 *
 * @throws RangeError when no hold can have the price, which is a bug of the flow
 */
export function prepareRun(flow: Flow, input: unknown): PreparedRun | InputFault {
  try {
    const prepared = flow.prepare(input);
    if (prepared.ok && !isAmount(prepared.credits)) {
      throw new RangeError(`A run of ${flow.id} must cost a whole number of credits from 1 on.`);
    }
    return prepared;
  } catch (error) {
    if (!(error instanceof InputRefused)) throw error;
    return { ok: false, code: 'input_refused', sentences: error.sentences };
  }
}
