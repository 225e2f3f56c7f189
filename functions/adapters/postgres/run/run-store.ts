import { createHash } from 'node:crypto';
import type { Expression, ExpressionBuilder, Kysely, SqlBool, Transaction } from 'kysely';
import * as z from 'zod/mini';
import { maxRunsOfUser, runKeptDays } from '../../../../src/contract/flows.ts';
import { captureSchema, releaseSchema } from '../../../../src/contract/holds.ts';
import { defaultLanguage } from '../../../../src/contract/language.ts';
import type { StoredLeftOut } from '../../../../src/contract/left-out.ts';
import type { WebhookEvent } from '../../../../src/contract/webhooks.ts';
import { flowsActor } from '../../../domain/ledger/entry-reply.ts';
import { hold } from '../../../domain/ledger/hold.ts';
import type { CommandMeta } from '../../../domain/ledger/ledger-store.ts';
import { capture, release } from '../../../domain/ledger/settle.ts';
import {
  asOf,
  commitGraceMs,
  endsBy,
  holdLifeMs,
  isTold,
  keptUntil,
  leftOutIn,
  longestRunMs,
  mailWaitMs,
  type RunFailure,
  type StoredRun,
  statusOf,
} from '../../../domain/run/run.ts';
import type { Begun, FindRunByKey, NewRun, RunStore } from '../../../domain/run/run-store.ts';
import { firstIdOf, type StoreTools, systemTools } from '../connection/store-tools.ts';
import { transact } from '../connection/transact.ts';
import { answerOfKey, runCommand, storedAnswer, sumsOf } from '../ledger/run-command.ts';
import { enqueueWebhooks, writeMessage } from '../outbox/write-message.ts';
import type { Schema } from '../schema/schema.ts';
import { rowOfRun, runOfRow, selectRuns, textOfResult } from './run-rows.ts';

/** The stored answer to a key: the run that the command began. */
const begunSchema = z.object({ id: z.uuid() });

/**
 * Stores the runs of flows. A run and its hold are one transaction, and so are a result and its
 * capture. So nobody pays without a result, and nobody gets a result without paying.
 * @throws ContentionError when every attempt conflicted with other transactions
 */
export function runStore(db: Kysely<Schema>, tools: StoreTools = systemTools): RunStore {
  return {
    begin: (requested) => begin(db, requested, tools),
    findBegun: async (requested) => {
      const { walletId, now } = requested;
      const [meta, content] = [metaOf(requested), contentOf(requested)];
      const body = z.safeParse(begunSchema, await storedAnswer(db, { walletId, meta, content }));
      return body.success ? find(db, walletId, body.data.id, now) : undefined;
    },
    note: (run, progress, now) => {
      const result = textOfResult(run.made ?? [], run.leftOut ?? [], progress);
      return changeRunning(db, run, { result }, tools, (eb) => eb('ends_by', '>', now));
    },
    pause: (run, { made, leftOut = [], progress, now }) => {
      const waits = { result: textOfResult(made, leftOut, progress), paused_at: now };
      return changeRunning(db, run, waits, tools, (eb) => eb('ends_by', '>', now));
    },
    resume: async (run, now) => {
      const isMine = await changeRunning(db, run, { paused_at: null }, tools, isPaused(now));
      return isMine ? find(db, run.walletId, run.id, now) : undefined;
    },
    succeed: (run, end) => succeed(db, run, end, tools),
    fail: (run, end) => fail(db, run, end, tools),
    find: (walletId, id, now) => find(db, walletId, id, now),
    list: async ({ now, ...query }) => {
      const runs = await selectRuns(db, query, { isList: true });
      return runs.map((run) => asOf(run, now));
    },
  };
}

/** Finds runs by their keys; apart, because the function that runs flows does without. */
export function findRunByKey(db: Kysely<Schema>): FindRunByKey {
  return async ({ walletId, now, ...asked }) => {
    const meta = metaOf({ ...asked, now });
    const body = z.safeParse(begunSchema, await answerOfKey(db, { walletId, meta }));
    return body.success ? find(db, walletId, body.data.id, now) : undefined;
  };
}

async function begin(
  db: Kysely<Schema>,
  requested: NewRun,
  tools: StoreTools,
): ReturnType<RunStore['begin']> {
  const { walletId, amountCredits, keyId, now } = requested;
  const run = newRun(requested, tools.newId(now));
  const meta = metaOf(requested);
  const expiresAt = new Date(now.getTime() + holdLifeMs(requested.timeoutMs));
  const outcome = await runCommand(db, tools, {
    walletId,
    include: { keyId },
    meta,
    content: contentOf(requested),
    decide: (wallet) =>
      hold(wallet, {
        ...meta,
        amountCredits,
        keyId,
        holdId: run.id,
        expiresAt,
        reference: run.flowId,
      }),
    bodySchema: begunSchema,
    bodyOf: () => ({ id: run.id }),
    also: (trx) => storeRun(trx, run),
  }).catch(refusalOf);
  if (!outcome.ok || !outcome.replayed) return outcome.ok ? { ...outcome, body: run } : outcome;
  const begun = await find(db, walletId, outcome.body.id, now);
  if (!begun) throw new Error(`the run ${outcome.body.id} is gone`);
  return { ...outcome, body: begun };
}

/** Undoes the transaction of a run that its wallet may not begin now. */
class TooManyRunsError extends Error {
  override readonly name = 'TooManyRunsError';
}

function refusalOf(error: unknown): Extract<Begun, { readonly code: 'too_many_own_runs' }> {
  if (error instanceof TooManyRunsError) return { ok: false, code: 'too_many_own_runs' };
  throw error;
}

/**
 * Stores a run. The hold of the same transaction writes the wallet's row, so of two runs that begin
 * at once the later one sees the earlier one.
 * @throws {TooManyRunsError} when the wallet has as many runs under way as it may
 */
async function storeRun(trx: Transaction<Schema>, run: StoredRun): Promise<void> {
  const { walletId, startedAt } = run;
  const longestAgo = new Date(startedAt.getTime() - longestRunMs);
  const { running } = await trx
    .selectFrom('runs')
    .where('wallet_id', '=', walletId)
    .where('id', '>=', firstIdOf(longestAgo))
    .where(takesPlace)
    .where('ends_by', '>', startedAt)
    // A run that a clock far ahead has begun does not take a place until then.
    .where('ends_by', '<', new Date(startedAt.getTime() + 2 * longestRunMs))
    .select(({ fn }) => fn.countAll<number>().as('running'))
    .executeTakeFirstOrThrow();
  if (running >= maxRunsOfUser) throw new TooManyRunsError();
  await trx.insertInto('runs').values(rowOfRun(run)).execute();
}

/** A cancelled list was worked on for nothing, so it keeps its place for as long. */
const takesPlace: Condition = (eb) =>
  eb.or([eb('status', '=', 'running'), eb('paused_at', 'is not', null)]);

function newRun(requested: NewRun, id: string): StoredRun {
  const { walletId, flowId, amountCredits, timeoutMs, title, input, keyId, now } = requested;
  return {
    id,
    walletId,
    flowId,
    status: 'running',
    amountCredits,
    startedAt: now,
    endsBy: endsBy(new Date(now.getTime() + holdLifeMs(timeoutMs))),
    keptUntil: keptUntil(now, runKeptDays),
    ...(title && { title }),
    ...(input && { input }),
    ...(keyId !== undefined && { keyId }),
  };
}

/** The content is the caller's input alone: the price may change before a call is repeated. */
function contentOf({ flowId, inputHash, shownCredits, partial }: NewRun) {
  const asked = { command: 'run', flow: flowId, input: inputHash, credits: shownCredits };
  return { ...asked, partial: partial ? 'yes' : undefined };
}

/** The longest key that is stored (`idempotency_keys_bounded`), in characters. */
const MAX_STORED_KEY = 255;

/**
 * Two callers may choose the same key. So a run's key is stored behind `run`, and behind the id of a
 * personal key; a service's key stands alone. If the column cannot hold it, the store keeps a digest
 * after the word `sha256`. No caller can send such texts, because callers' keys have no spaces.
 */
function metaOf({
  keyId,
  idempotencyKey,
  now,
}: Pick<NewRun, 'keyId' | 'idempotencyKey' | 'now'>): CommandMeta {
  const scope = keyId === undefined ? 'run' : `run ${keyId}`;
  const whole = `${scope} ${idempotencyKey}`;
  if (whole.length <= MAX_STORED_KEY) return { ...byFlows, idempotencyKey: whole, now };
  const digest = createHash('sha256').update(idempotencyKey).digest('hex');
  return { ...byFlows, idempotencyKey: `${scope} sha256 ${digest}`, now };
}

const byFlows = { actor: flowsActor } as const;

async function succeed(
  db: Kysely<Schema>,
  run: StoredRun,
  { result, leftOut, amountCredits, now }: Parameters<RunStore['succeed']>[1],
  tools: StoreTools,
): ReturnType<RunStore['succeed']> {
  const kept = keptUntil(run.startedAt, runKeptDays);
  const end = {
    status: 'succeeded',
    result: textOfResult(result, leftOut ?? []),
    amount: amountCredits,
    finished_at: now,
    kept_until: kept,
  } as const;
  const meta = { ...byFlows, idempotencyKey: `run ${run.id} capture`, now };
  const outcome = await runCommand(db, tools, {
    walletId: run.walletId,
    include: { holdId: run.id },
    meta,
    content: { command: 'capture', holdId: run.id },
    decide: (wallet) => capture(wallet, { ...meta, holdId: run.id, amountCredits }),
    bodySchema: captureSchema,
    bodyOf: ({ wallet }) => ({
      id: run.id,
      captured: amountCredits,
      released: run.amountCredits - amountCredits,
      ...sumsOf(wallet),
    }),
    also: (trx) => endRun(trx, run, end, { ...tools, leftOut }),
  });
  if (!outcome.ok) return undefined;
  const { made: _made, progress: _progress, ...others } = run;
  return {
    run: {
      ...others,
      ...{
        status: 'succeeded',
        result,
        leftOut: leftOut ?? [],
        amountCredits,
        finishedAt: now,
        keptUntil: kept,
      },
    },
    availableCredits: outcome.body.available,
  };
}

async function fail(
  db: Kysely<Schema>,
  run: StoredRun,
  { failure: { code, sentences }, now }: Parameters<RunStore['fail']>[1],
  tools: StoreTools,
): ReturnType<RunStore['fail']> {
  const meta = { ...byFlows, idempotencyKey: `run ${run.id} release`, now };
  const texts = sentences ? JSON.stringify(sentences) : null;
  // The sweep deletes at once what a cancelled run has stored between two calls.
  const isSwept = code === 'run_cancelled' && (run.made ?? []).length > 0;
  const kept = isSwept ? now : keptUntil(run.startedAt, runKeptDays);
  const what = { status: 'failed', failure: code, sentences: texts, result: null } as const;
  const end = { ...what, finished_at: now, kept_until: kept };
  const outcome = await runCommand(db, tools, {
    walletId: run.walletId,
    include: { holdId: run.id },
    meta,
    content: { command: 'release', holdId: run.id },
    decide: (wallet) => release(wallet, { ...meta, holdId: run.id }),
    bodySchema: releaseSchema,
    bodyOf: ({ wallet }) => ({ id: run.id, released: run.amountCredits, ...sumsOf(wallet) }),
    also: (trx) => endRun(trx, run, end, tools),
  });
  // The hold has expired and returned the credits, so only the failure has to be stored, or the run
  // has ended otherwise.
  if (!outcome.ok) await db.updateTable('runs').set(end).where(isRunning(run)).execute();
  return find(db, run.walletId, run.id, now);
}

type Condition = (eb: ExpressionBuilder<Schema, 'runs'>) => Expression<SqlBool>;

/** Chooses the row of a run while it is running. */
function isRunning({ id }: StoredRun): Condition {
  return (eb) => eb.and([eb('id', '=', id), eb('status', '=', 'running')]);
}

/** Chooses runs that wait for a call, and whose hold has not expired. */
function isPaused(now: Date): Condition {
  const endsAfter = new Date(now.getTime() + commitGraceMs);
  return (eb) => eb.and([eb('paused_at', 'is not', null), eb('ends_by', '>', endsAfter)]);
}

/** Changes a run that is still running. The later of two calls finds it changed. */
function changeRunning(
  db: Kysely<Schema>,
  run: StoredRun,
  change: Partial<Schema['runs']>,
  { pacing }: StoreTools,
  condition: Condition,
): Promise<boolean> {
  const update = async (trx: Transaction<Schema>) => {
    const chosen = trx.updateTable('runs').set(change).where(isRunning(run)).where(condition);
    return (await chosen.executeTakeFirstOrThrow()).numUpdatedRows > 0n;
  };
  return transact(db, update, pacing);
}

/**
 * Ends a run that is still running, and tells its user if it took long.
 * @throws Error when it is not running, or was deleted with its user; that undoes the transaction
 */
async function endRun(
  trx: Transaction<Schema>,
  run: StoredRun,
  end: Partial<Schema['runs']> & { readonly finished_at: Date },
  { newId, leftOut }: StoreTools & { readonly leftOut?: readonly StoredLeftOut[] | undefined },
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('runs')
    .set(end)
    .where(isRunning(run))
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new Error(`the run ${run.id} is not running`);
  const { walletId, flowId, startedAt } = run;
  const now = end.finished_at;
  await enqueueWebhooks(trx, walletId, [finishedEvent(run, end, leftOut)], { now, newId });
  // A user who cancels a run knows that it has ended.
  const isCancelled = end.failure === ('run_cancelled' satisfies RunFailure['code']);
  if (isCancelled || !isTold({ startedAt, finishedAt: now })) return;
  const payload = {
    flowId,
    ...{ isDone: end.status === 'succeeded', runId: run.id, credits: end.amount ?? 0 },
    ...(leftOut && { leftOut: [...leftOut] }),
  };
  const due = new Date(now.getTime() + mailWaitMs);
  // The mail has the id of the run, so that a reading of the run can drop it (`dropMessage`).
  const when = { now: due, newId: () => run.id };
  await writeMessage(trx, walletId, { event: 'run_finished', payload }, when);
}

function finishedEvent(
  { id, flowId }: StoredRun,
  { amount, failure }: Pick<Partial<Schema['runs']>, 'amount' | 'failure'>,
  leftOut: readonly StoredLeftOut[] | undefined,
): WebhookEvent {
  const ended = failure
    ? ({ status: statusOf({ code: failure }), credits: 0 } as const)
    : ({ status: 'succeeded', credits: amount ?? 0 } as const);
  return {
    event: 'run.finished',
    data: {
      ...{ run: id, flow: flowId, ...ended, code: failure ?? null },
      ...(leftOut && { leftOut: leftOutIn(leftOut, defaultLanguage) }),
    },
  };
}

async function find(
  db: Kysely<Schema>,
  walletId: string,
  id: string,
  now: Date,
): Promise<StoredRun | undefined> {
  const row = await db
    .selectFrom('runs')
    .where('id', '=', id)
    .where('wallet_id', '=', walletId)
    .selectAll()
    .executeTakeFirst();
  return row && asOf(runOfRow(row), now);
}
