import { flushCompileCache } from 'node:module';
import type * as z from 'zod/mini';
import {
  fileNameSchema,
  maxResultFileBytes,
  maxResultFiles,
  type ResultPart,
} from '../../src/contract/flows.ts';
import type { StoredLeftOut } from '../../src/contract/left-out.ts';
import { runRefusalsWords } from '../../src/i18n/words.ts';
import type { Refused } from '../domain/ledger/entry.ts';
import { isAmount } from '../domain/ledger/wallet.ts';
import { inputHash, maxCallMs, type RunFailure } from '../domain/run/run.ts';
import {
  type Flow,
  InputRefused,
  itemInputs,
  type Keep,
  loadsLibraries,
  type MadePart,
  type PreparedRun,
  type RefusedInputCode,
  type Texts,
  textsOf,
} from './flow.ts';
import { type TaskUploads, withUploads } from './flow-uploads.ts';
import { leftOutLog } from './left-out.ts';

/** An order to a process that works on flows. */
export interface FlowTask {
  readonly kind: 'prepare' | 'quote' | 'run';
  /** The id of the flow. */
  readonly flow: string;
  readonly input: unknown;
  readonly uploads: TaskUploads;
  /** Whether the caller wants what can be read, however little it is. */
  readonly partial?: boolean | undefined;
  /** Stands before the names of the parts of a run. */
  readonly prefix?: string;
  /** The parts that an earlier call of the run has kept. */
  readonly kept?: readonly ResultPart[];
}

/** A checked input: its price in credits, and its digest. */
export interface PreparedInput {
  readonly ok: true;
  readonly credits: number;
  readonly inputHash: string;
  /** The fields that have files. */
  readonly files: readonly string[];
  /** The parts that a run would not read; in a quote, where that is known. */
  readonly leftOut?: readonly StoredLeftOut[];
}

/** Why a flow refuses an input: by its schema, with a sentence of its own, or for a missing file. */
export type InputFault =
  | {
      readonly ok: false;
      readonly code: 'input_invalid';
      readonly error: Pick<z.core.$ZodError, 'issues'>;
    }
  | { readonly ok: false; readonly code: RefusedInputCode; readonly sentences: Texts }
  | Refused<'upload_incomplete'>;

/** The end of a run: its parts, or why it failed. */
export type Executed =
  | {
      readonly ok: true;
      readonly parts: readonly MadePart[];
      readonly leftOut: readonly StoredLeftOut[];
    }
  | (Failed & { readonly ok: false });

export interface Failed extends RunFailure {
  /** The error of a failed flow. */
  readonly cause?: unknown;
}

/** Does the tasks of a process, which its parent ends with whatever the task is doing. */
export async function taskRunner(flows: readonly Flow[]) {
  // A terminal sends it to all processes; the parent ends this one when its runs are done.
  process.on('SIGINT', () => undefined);
  if (process.argv.includes(loadsLibraries)) await Promise.all(flows.map((flow) => flow.load?.()));
  // The parent ends this process by a signal, after which Node would keep nothing.
  flushCompileCache();
  const firstBytes = process.memoryUsage.rss();
  let rest: NodeJS.Timeout | undefined;
  return async ({ kind, flow: id, input, uploads, ...means }: FlowTask) => {
    const flow = flows.find((one) => one.id === id);
    if (!flow) throw new RangeError(`This process does not know the flow ${id}.`);
    clearTimeout(rest);
    return watched(flow, async () => {
      const isList = itemInputs(flow, input) !== undefined;
      const given = await withUploads(input, uploads, { isRead: kind === 'run' || !isList });
      if (kind === 'run')
        return given ? runInput(flow, given.input, means, (...kept) => tell(kept)) : neverSent;
      if (!given) return { ok: false, code: 'upload_incomplete' } as const;
      return kind === 'quote' && !isList
        ? quoteInput(flow, input, given.input, means)
        : prepareInput(flow, input, given.input);
    }).finally(() => {
      const bytes = process.memoryUsage.rss();
      const isLarge = bytes > LARGE_BYTES;
      if (bytes > firstBytes + GROWN_BYTES) rest = setTimeout(freeMemory, isLarge ? 0 : REST_MS);
    });
  };
}

/** By how much a process has grown since its start when it gives memory back, in bytes. */
const GROWN_BYTES = 16_000_000;

/** How long it has no task before that, in milliseconds: the next one begins a little slower. */
const REST_MS = 5_000;

/** A process that has grown to more gives it back before its next task, in bytes. */
const LARGE_BYTES = 300_000_000;

/**
 * Gives free memory back to the system, which V8 does after more work only. It takes some 60 ms.
 * After a picture of 30 megapixels, a process had 118 MB instead of 258 (2026-11-25).
 */
function freeMemory(): void {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

/** An item of a list whose file never arrived. */
const neverSent = {
  ok: false,
  code: 'input_refused',
  sentences: textsOf(runRefusalsWords, ({ upload_incomplete: text }) => text),
} as const;

/** Why a run is ended in its work: the limit that it has exceeded, or its owner's wish. */
export type Breach = Extract<
  RunFailure['code'],
  'run_cancelled' | 'run_timed_out' | 'run_too_large'
>;

/** How often a process compares what it uses with the limits of its flow, in milliseconds. */
const WATCH_MS = 100;

/**
 * Tells the parent when work uses more than its flow may. It sees what native libraries use while the
 * event loop is free; the parent's clock and V8's own limit end JavaScript that does not let go.
 */
async function watched<Value>(flow: Flow, work: () => Promise<Value>): Promise<Value> {
  const before = process.cpuUsage();
  const watch = setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    if (process.memoryUsage.rss() > flow.maxMemoryBytes) tell('run_too_large');
    else if ((user + system) / 1_000 > flow.maxProcessorMs) tell('run_timed_out');
  }, WATCH_MS);
  try {
    return await work();
  } finally {
    clearInterval(watch);
  }
}

/** What a process sends while it works: the limit that is exceeded, or the arguments of `keep`. */
export type TaskNews = Breach | Parameters<Keep>;

function tell(news: TaskNews): void {
  process.send?.(news);
}

/**
 * Checks an input and computes its price.
 * @param input as the caller sent it
 * @param given the input with its files
 * @throws RangeError when no hold can have the price, which is a bug of the flow
 */
export function prepareInput(
  flow: Flow,
  input: unknown,
  given = input,
): PreparedInput | InputFault {
  const checked = check(flow, input, given);
  return checked.ok ? checked.priced : checked;
}

/** Does the same, and adds the parts that a run would leave out, where the flow tells them before. */
async function quoteInput(
  flow: Flow,
  input: unknown,
  given: unknown,
  { partial }: Pick<FlowTask, 'partial'>,
): Promise<PreparedInput | InputFault> {
  const checked = check(flow, input, given);
  if (!checked.ok) return checked;
  const { priced, look } = checked;
  if (!look) return priced;
  const leftOut = leftOutLog(partial);
  try {
    await look(AbortSignal.timeout(flow.timeoutMs), { leftOut });
  } catch (error) {
    if (!(error instanceof InputRefused)) throw error;
    return refused(error);
  }
  return { ...priced, leftOut: leftOut.list() };
}

interface Checked extends Pick<PreparedRun, 'look'> {
  readonly ok: true;
  readonly priced: PreparedInput;
}

function check(flow: Flow, input: unknown, given: unknown): Checked | InputFault {
  try {
    const prepared = flow.prepare(given);
    if (!prepared.ok) return { ...prepared, error: { issues: shortened(prepared.error.issues) } };
    const { credits } = prepared;
    if (!isAmount(credits)) {
      throw new RangeError(`A run of ${flow.id} must cost a whole number of credits from 1 on.`);
    }
    return {
      ...prepared,
      priced: { ok: true, credits, inputHash: inputHash(input), files: prepared.files },
    };
  } catch (error) {
    if (!(error instanceof InputRefused)) throw error;
    return refused(error);
  }
}

function refused({ code, sentences }: InputRefused) {
  return { ok: false, code, sentences } as const;
}

/** The first issue, which is the only one that is told: an input can have a million. */
function shortened([first]: readonly z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  if (!first) return [];
  return [first.code === 'unrecognized_keys' ? { ...first, keys: first.keys.slice(0, 1) } : first];
}

/** Runs a flow on an input that `prepareInput` has accepted. */
export async function runInput(
  flow: Flow,
  input: unknown,
  { prefix = '', partial, kept = [] }: Pick<FlowTask, 'prefix' | 'partial' | 'kept'> = {},
  keep: Keep = () => undefined,
): Promise<Executed> {
  const leftOut = leftOutLog(partial);
  try {
    const prepared = flow.prepare(input);
    if (!prepared.ok) throw prepared.error;
    const signal = AbortSignal.timeout(flow.goesOn ? maxCallMs : flow.timeoutMs);
    const parts = await prepared.run(signal, { prefix, leftOut, keep, kept });
    checkParts(parts);
    return { ok: true, parts, leftOut: leftOut.list() };
  } catch (error) {
    if (error instanceof InputRefused) return refused(error);
    return { ok: false, code: 'run_failed', cause: sendable(error) };
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

/** An error that keeps for the log what a message between processes would lose: name and code. */
function sendable(error: unknown) {
  if (!(error instanceof Error)) return { name: typeof error };
  const { name, stack } = error;
  return { name, stack, ...('code' in error ? { code: String(error.code) } : {}) };
}
