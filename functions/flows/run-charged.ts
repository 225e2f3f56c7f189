import type { itemFailureCodes, ResultPart, RunProgress } from '../../src/contract/flows.ts';
import { byLanguage, defaultLanguage } from '../../src/contract/language.ts';
import type { StoredLeftOut } from '../../src/contract/left-out.ts';
import { runRefusalsWords } from '../../src/i18n/words.ts';
import type { Refused } from '../domain/ledger/entry.ts';
import { inputHash, maxCallMs, type StoredRun, statusOf } from '../domain/run/run.ts';
import type { Begun, NewRun, ResultStore, RunStore } from '../domain/run/run-store.ts';
import { type Flow, itemInputs, type MadePart, refusedName, textsOf } from './flow.ts';
import type { FlowWork, Unprepared } from './flow-processes.ts';
import type { Failed, InputFault } from './flow-task.ts';
import { type TaskUploads, uploadsNamedIn } from './flow-uploads.ts';
import { keptInput, titleOf } from './run-input.ts';
import type { Slots } from './slots.ts';

/** A run that somebody asks for. */
export interface AskedRun
  extends Pick<
    NewRun,
    'walletId' | 'keyId' | 'shownCredits' | 'partial' | 'idempotencyKey' | 'now'
  > {
  readonly flow: Flow;
  readonly input: Readonly<Record<string, unknown>>;
}

/** The uploads of users, as runs see them. */
export interface RunUploads {
  /** Finds those that an input names. */
  open(
    walletId: string,
    input: AskedRun['input'],
    now: Date,
  ): Promise<OpenedUploads | InputFault | Refused<'upload_not_found'>>;
  /** Says that a run was charged for them. */
  free(ids: readonly string[]): Promise<void>;
}

interface OpenedUploads {
  readonly ok: true;
  readonly ids: readonly string[];
  readonly files: TaskUploads;
}

export interface RunTools {
  readonly runs: RunStore;
  readonly results: ResultStore;
  readonly uploads: RunUploads;
  readonly slots: Slots;
  readonly work: FlowWork;
  readonly clock: () => Date;
}

export type Charged =
  | Ended
  | Extract<Begun, { readonly ok: false }>
  | Unstarted
  /** The run costs other credits than the caller was shown. */
  | (Refused<'quote_changed'> & { readonly credits: number });

/** The run has succeeded or failed, now or in an earlier call with the same key. */
interface Ended {
  readonly ok: true;
  readonly run: StoredRun;
  readonly replayed: boolean;
  /** How far a run of a list has come that goes on with the next call. */
  readonly progress?: RunProgress;
  /** The available credits after the run; absent unless it succeeded now. */
  readonly availableCredits?: number;
  /** The items of the whole list that were given back, once the run has ended. */
  readonly unpaidItems?: number;
  /** The error of a failed run, or of an item that this call has given back, for the log. */
  readonly cause?: unknown;
}

/** Why an input got no price, before any credits were held. */
export type Unstarted =
  | InputFault
  | Unprepared
  /** No such upload of the caller is kept. */
  | Refused<'upload_not_found'>
  /** The machine has no free slot. */
  | Refused<'too_many_runs'>;

/**
 * Checks the input, holds its price, does the work in a slot, and captures or releases them. A call
 * works on as many items of a list as it has time for; the next call with the same key goes on.
 */
export async function runCharged(asked: AskedRun, tools: RunTools): Promise<Charged> {
  const { walletId, flow } = asked;
  const waitMs = spareMs(flow);
  const done = await tools.slots.run(walletId, waitMs, () => runInSlot(asked, tools));
  return done?.value ?? { ok: false, code: 'too_many_runs' };
}

/** How long a call may take besides the work of one input, in milliseconds. */
function spareMs({ timeoutMs }: Flow): number {
  return maxCallMs - timeoutMs;
}

async function runInSlot(given: AskedRun, tools: RunTools): Promise<Charged> {
  const { runs, uploads, work, clock } = tools;
  const { flow, input, ...asked } = given;
  const opened = await uploads.open(asked.walletId, input, asked.now);
  if (!opened.ok) return (await begunBefore(given, tools)) ?? opened;
  const prepared = await work.prepare(flow, input, opened.files);
  if (!prepared.ok) return prepared;
  const { credits: amountCredits, inputHash: hash, files } = prepared;
  const items = itemsOf(given, opened.files);
  const calls = Math.max(items.length, flow.goesOn ? CALLS : 1);
  const timeoutMs = calls > 1 ? calls * maxCallMs : flow.timeoutMs;
  const requested = { ...asked, flowId: flow.id, timeoutMs, amountCredits, inputHash: hash };
  if (amountCredits !== (asked.shownCredits ?? amountCredits)) {
    const run = await runs.findBegun(requested);
    return run
      ? { ok: true, run, replayed: true }
      : { ok: false, code: 'quote_changed', credits: amountCredits };
  }
  const kept = { title: titleOf(flow, input, files), input: keptInput(input, files) };
  const begun = await runs.begin({ ...requested, ...kept, now: clock() });
  if (!begun.ok) return begun;
  const { body, replayed } = begun;
  const run = replayed ? await resumeRun(body, tools) : body;
  if (!run) return { ok: true, run: body, replayed };
  const done = await workOn(run, flow, items, { ...tools, arrivedAt: given.now });
  const isCharged = done.ok && done.run.status === 'succeeded';
  // If this fails, the upload counts against the user's limit until it expires.
  if (isCharged) await uploads.free(opened.ids).catch(() => undefined);
  return done;
}

/** The run of an earlier call, where it waits for this one. */
async function resumeRun(
  run: StoredRun,
  { runs, clock }: RunTools,
): Promise<StoredRun | undefined> {
  return run.status === 'running' ? runs.resume(run, clock()) : undefined;
}

/** A unit of work of a run: the whole input, or an item of its list. */
interface Item {
  readonly input: AskedRun['input'];
  readonly partial: boolean;
  readonly uploads: TaskUploads;
  /** The item's place in the list, from 1 on. */
  readonly item?: number;
}

function itemsOf(
  { flow, input, partial = false }: AskedRun,
  uploads: TaskUploads,
): readonly Item[] {
  const items = itemInputs(flow, input);
  if (!items) return [{ input, partial, uploads }];
  return items.map((one, index) => {
    const named = uploadsNamedIn(one);
    const own = Object.entries(uploads).filter(([id]) => named.includes(id));
    return { input: one, partial, uploads: Object.fromEntries(own), item: index + 1 };
  });
}

/** How many calls a run may take that goes on. */
const CALLS = 4;

/** How many times its limit such a run may take in a call by the clock: others use the processor, too. */
const CLOCK_SHARE = 1.25;

/** The part of a call's time that storing the results takes, in milliseconds. */
const STORING_MS = 2_000;

/** Works on the items of a run that are not done, until it ends or the call has to. */
async function workOn(
  run: StoredRun,
  flow: Flow,
  items: readonly Item[],
  tools: RunTools & { readonly arrivedAt: Date },
): Promise<Charged> {
  const { runs, clock, arrivedAt } = tools;
  // Waiting for a place and checking the input are in the call's time, too.
  const beginsUntilMs = arrivedAt.getTime() + spareMs(flow) - STORING_MS;
  const endsAtMs = arrivedAt.getTime() + maxCallMs - STORING_MS;
  const stored = run.made ?? [];
  const made = stored.filter(({ more }) => !more);
  let kept = stored.filter(({ more }) => more);
  const leftOut = [...(run.leftOut ?? [])];
  const done = made.at(-1)?.item ?? 0;
  let cause: unknown;
  const progressAt = (count: number): RunProgress => {
    const refused = made.filter(isRefused).map((part) => part.item);
    return { done: done + count, of: items.length, refused };
  };
  const watch = watchOf(run, progressAt(0), tools);
  const pause = async (count: number): Promise<Charged> => {
    const progress = progressAt(count);
    const ended = { made: [...made, ...kept], leftOut, progress, now: clock() };
    const isPaused = await runs.pause(run, ended);
    if (!isPaused) return failRun(run, { code: 'run_cancelled' }, tools);
    return { ok: true, run, replayed: false, progress, cause };
  };
  for (const [index, item] of items.slice(done).entries()) {
    if (index > 0 && clock().getTime() > beginsUntilMs) return pause(index);
    if (index > 0) watch.tell(progressAt(index));
    const worked = await workOnItem(run, flow, item, { ...tools, watch, kept, endsAtMs });
    await watch.settled();
    if (!worked.ok) return failRun(run, worked, tools);
    kept = worked.parts.filter(({ more }) => more);
    if (worked.goesOn) return pause(index);
    made.push(...worked.parts);
    leftOut.push(...worked.leftOut);
    cause ??= worked.cause;
  }
  const charged = await charge(run, { parts: made, leftOut }, items.length, tools);
  return { ...charged, cause: charged.cause ?? cause };
}

/**
 * Stores how far a run is when it is asked whether the run is wanted.
 * @param first what need not be stored
 */
function watchOf(run: StoredRun, first: RunProgress, { runs, clock }: RunTools) {
  let latest = first;
  let stored = first;
  let answer: Promise<boolean> | undefined;
  const ask = async () => {
    if (latest !== stored) {
      stored = latest;
      return runs.note(run, stored, clock());
    }
    // Another process may have cancelled it, so the store is asked.
    const now = await runs.find(run.walletId, run.id, clock());
    return now?.status === 'running';
  };
  return {
    tell: (progress: RunProgress) => {
      latest = progress;
    },
    tellSteps: (steps: RunProgress['steps']) => {
      if (steps) latest = { ...latest, steps };
    },
    isWanted: () => {
      answer = ask();
      return answer;
    },
    /** Waits for the last answer, so that what it stores does not replace what is stored next. */
    settled: () => answer?.catch(() => undefined),
  };
}

async function workOnItem(
  run: StoredRun,
  flow: Flow,
  { input, partial, uploads, item }: Item,
  tools: RunTools & {
    readonly watch: ReturnType<typeof watchOf>;
    readonly kept: readonly ResultPart[];
    readonly endsAtMs: number;
  },
): Promise<Worked | (Failed & { readonly ok: false })> {
  const { results, work, clock, watch, kept, endsAtMs } = tools;
  const prefix = item === undefined ? '' : `${item}-`;
  const done: MadePart[] = [];
  const executed = await work.run(flow, input, {
    ...{ isWanted: watch.isWanted, uploads, partial, prefix, kept },
    ...(flow.goesOn && {
      mostMs: Math.min(CLOCK_SHARE * flow.timeoutMs, endsAtMs - clock().getTime()),
    }),
    keep: (parts, steps) => {
      done.push(...parts);
      watch.tellSteps(steps);
    },
  });
  const isLate = !executed.ok && executed.code === 'run_timed_out';
  const hasMore = done.length > 0 || clock().getTime() >= endsAtMs;
  const goesOn = isLate && flow.goesOn === true && hasMore;
  if (!executed.ok && !goesOn) {
    if (item === undefined || executed.code === 'run_cancelled') return executed;
    const part = refusedPart(item, { ...executed, code: executed.code });
    return { ok: true, parts: [part], leftOut: [], cause: executed.cause };
  }
  const { parts: made, leftOut } = executed.ok ? executed : { parts: done, leftOut: [] };
  try {
    for (const part of made) {
      if (part.kind === 'file') await results.put(run.id, prefix + part.name, part.content);
    }
  } catch (cause) {
    return { ok: false, code: 'run_failed', cause };
  }
  const parts = [...kept, ...made.map((part) => storedPart(part, prefix, item))];
  return {
    ...{ ok: true, leftOut, goesOn },
    parts: parts.map(({ more: _more, ...part }) => (goesOn ? { ...part, more: true } : part)),
  };
}

interface Made {
  readonly parts: readonly ResultPart[];
  readonly leftOut: readonly StoredLeftOut[];
}

/** The parts of an item, or the one that says why it is given back. */
interface Worked extends Made {
  readonly ok: true;
  /** Whether the call has no more time for it, and the next one goes on. */
  readonly goesOn?: boolean;
  readonly cause?: unknown;
}

type ItemFailure = (typeof itemFailureCodes)[number];

/** An item that is given back, by its name in the list and with the reason. */
function refusedPart(
  item: number,
  { code, sentences }: Pick<Failed, 'sentences'> & { readonly code: ItemFailure },
): RefusedPart {
  const texts = sentences ?? textsOf(runRefusalsWords, (words) => words[code]);
  const text = texts[defaultLanguage];
  const name = `${item}-${refusedName}`;
  return { kind: 'text', name, label: refusedName, item, text, texts, code };
}

type TextPart = Extract<ResultPart, { kind: 'text' }>;
type RefusedPart = TextPart & { readonly code: ItemFailure; readonly item: number };

function isRefused(part: ResultPart): part is RefusedPart {
  return part.kind === 'text' && part.code !== undefined && part.item !== undefined;
}

/** Captures the price of what is done, and releases that of the items that were given back. */
async function charge(
  run: StoredRun,
  { parts: result, leftOut }: Made,
  count: number,
  tools: RunTools,
): Promise<Ended> {
  const { runs, clock } = tools;
  const refused = result.filter(isRefused);
  const [first] = refused;
  if (first && refused.length === count) {
    const { code, text, texts } = first;
    const sentences = byLanguage((language) => texts?.[language] ?? text);
    return { ...(await failRun(run, { code, sentences }, tools)), unpaidItems: count };
  }
  const amountCredits = (run.amountCredits / count) * (count - refused.length);
  try {
    const done = await runs.succeed(run, { result, leftOut, amountCredits, now: clock() });
    if (done) return { ok: true, replayed: false, unpaidItems: refused.length, ...done };
  } catch (cause) {
    return failRun(run, { code: 'run_failed', cause }, tools);
  }
  // The hold expired during the work, so nobody is charged and no result is stored.
  return failRun(run, { code: 'run_timed_out' }, tools);
}

/** The run of an earlier call with the same key, whose upload may be gone by now. */
async function begunBefore(
  { flow: { id: flowId, timeoutMs }, input, ...asked }: AskedRun,
  { runs }: RunTools,
): Promise<Charged | undefined> {
  const requested = { ...asked, flowId, timeoutMs, amountCredits: 0, inputHash: inputHash(input) };
  const run = await runs.findBegun(requested);
  return run && { ok: true, run, replayed: true };
}

async function failRun(
  run: StoredRun,
  { code, sentences, cause }: Failed,
  { runs, results, clock }: RunTools,
): Promise<Ended> {
  const failure = { code, ...(sentences ? { sentences } : {}) };
  const finishedAt = clock();
  const ended = await runs.fail(run, { failure, now: finishedAt });
  // The capture may be stored although no answer to it came.
  if (ended?.status === 'succeeded') return { ok: true, run: ended, replayed: false };
  await results.remove(run.id);
  const failed: StoredRun = ended ?? { ...run, failure, status: statusOf(failure), finishedAt };
  return { ok: true, run: failed, replayed: false, cause };
}

/** A part without its bytes. Its label depends on the reader's language, so the name stands for it. */
function storedPart(part: MadePart, prefix: string, item: number | undefined): ResultPart {
  const { name: label } = part;
  const named = { name: prefix + label, label, ...(item === undefined ? {} : { item }) };
  if (part.kind !== 'file') return { ...part, ...named };
  const { content, ...file } = part;
  return { ...file, ...named, bytes: content.length };
}
