import type { ResultPart } from '../../src/contract/flows.ts';
import type { Refused } from '../domain/ledger/entry.ts';
import { inputHash, type StoredRun } from '../domain/run/run.ts';
import type { Begun, NewRun, ResultStore, RunStore } from '../domain/run/run-store.ts';
import type { Flow, MadePart } from './flow.ts';
import type { FlowWork, Unprepared } from './flow-processes.ts';
import type { Failed, InputFault } from './flow-task.ts';
import type { TaskUploads } from './flow-uploads.ts';
import type { Slots } from './slots.ts';

/** A run that somebody asks for. */
export interface AskedRun
  extends Pick<NewRun, 'walletId' | 'shownCredits' | 'idempotencyKey' | 'now'> {
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
  | Unstarted
  /** The run costs other credits than the caller was shown. */
  | (Refused<'quote_changed'> & { readonly credits: number });

/** Why an input got no price, before any credits were held. */
export type Unstarted =
  | InputFault
  | Unprepared
  /** No such upload of the caller is kept. */
  | Refused<'upload_not_found'>
  /** The machine has no free slot. */
  | Refused<'too_many_runs'>;

/** How long a call may take, in milliseconds: less than API Gateway's 29 s. */
const CALL_MS = 27_000;

/** Checks the input, holds its price, does the work in a slot, and captures or releases them. */
export async function runCharged(asked: AskedRun, tools: RunTools): Promise<Charged> {
  const { walletId, flow } = asked;
  const waitMs = CALL_MS - flow.timeoutMs;
  const done = await tools.slots.run(walletId, waitMs, () => runInSlot(asked, tools));
  return done?.value ?? { ok: false, code: 'too_many_runs' };
}

async function runInSlot(given: AskedRun, tools: RunTools): Promise<Charged> {
  const { runs, uploads, work, clock } = tools;
  const { flow, input, ...asked } = given;
  const opened = await uploads.open(asked.walletId, input, asked.now);
  if (!opened.ok) return (await begunBefore(given, tools)) ?? opened;
  const prepared = await work.prepare(flow, input, opened.files);
  if (!prepared.ok) return prepared;
  const { credits: amountCredits, inputHash: hash } = prepared;
  const { id: flowId, timeoutMs } = flow;
  const requested: NewRun = { ...asked, flowId, timeoutMs, amountCredits, inputHash: hash };
  if (amountCredits !== (asked.shownCredits ?? amountCredits)) {
    const run = await runs.findBegun(requested);
    return run
      ? { ok: true, run, replayed: true }
      : { ok: false, code: 'quote_changed', credits: amountCredits };
  }
  const begun = await runs.begin({ ...requested, now: clock() });
  if (!begun.ok) return begun;
  const { body: run, replayed } = begun;
  if (replayed) return { ok: true, run, replayed };
  // Another process may have cancelled it, so the store is asked.
  const isWanted = async () => {
    const now = await runs.find(run.walletId, run.id, clock());
    return now?.status === 'running';
  };
  const executed = await work.run(flow, input, isWanted, opened.files);
  if (!executed.ok) return giveUp(run, executed, tools);
  const kept = await keep(run, executed.parts, tools);
  const isCharged = kept.ok && kept.run.status === 'succeeded';
  // One that keeps its place in the budget of its user loses it when it expires.
  if (isCharged) await uploads.free(opened.ids).catch(() => undefined);
  return kept;
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
  const ended = await runs.fail(run, { failure, now: finishedAt });
  await results.remove(run.id);
  const failed: StoredRun = ended ?? { ...run, failure, status: 'failed', finishedAt };
  return { ok: true, run: failed, replayed: false, cause };
}

/** A part without its bytes. Its label depends on the reader's language, so the name stands for it. */
function storedPart(part: MadePart): ResultPart {
  if (part.kind !== 'file') return { ...part, label: part.name };
  const { content, ...file } = part;
  return { ...file, label: part.name, bytes: content.length };
}
