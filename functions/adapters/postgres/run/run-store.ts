import type { Kysely, Transaction } from 'kysely';
import * as z from 'zod/mini';
import { captureSchema, releaseSchema } from '../../../../src/contract/credits.ts';
import { runKeptDays } from '../../../../src/contract/flows.ts';
import { serviceActorPrefix } from '../../../domain/ledger/entry-reply.ts';
import { hold } from '../../../domain/ledger/hold.ts';
import type { CommandMeta } from '../../../domain/ledger/ledger-store.ts';
import { capture, release } from '../../../domain/ledger/settle.ts';
import { availableCredits, heldCredits } from '../../../domain/ledger/wallet.ts';
import { asOf, endsBy, holdLifeMs, keptUntil, type StoredRun } from '../../../domain/run/run.ts';
import type { NewRun, RunStore } from '../../../domain/run/run-store.ts';
import { type StoreTools, systemTools } from '../connection/store-tools.ts';
import { runCommand, storedAnswer } from '../ledger/run-command.ts';
import type { Schema } from '../schema/schema.ts';
import { rowOfRun, runOfRow, selectRuns, textOfResult } from './run-rows.ts';

/** What the answer to a key says: which run it began. */
const begunSchema = z.object({ id: z.uuid() });

/**
 * The runs of flows. A run and its hold are one, and so are a result and its capture: whatever dies
 * in between, nobody pays without a result and nobody has one without paying.
 *
 * @throws ContentionError when others were in the way to the last attempt
 */
export function runStore(db: Kysely<Schema>, tools: StoreTools = systemTools): RunStore {
  return {
    begin: (asked) => begin(db, asked, tools),
    findBegun: async (asked) => {
      const { walletId, now } = asked;
      const kept = await storedAnswer(db, {
        walletId,
        meta: metaOf(asked),
        content: contentOf(asked),
      });
      const body = z.safeParse(begunSchema, kept);
      return body.success ? find(db, walletId, body.data.id, now) : undefined;
    },
    succeed: (run, end) => succeed(db, run, end, tools),
    fail: (run, end) => fail(db, run, end, tools),
    find: (walletId, id, now) => find(db, walletId, id, now),
    list: async ({ now, ...wanted }) => {
      const runs = await selectRuns(db, wanted);
      return runs.map((run) => asOf(run, now));
    },
  };
}

async function begin(
  db: Kysely<Schema>,
  asked: NewRun,
  tools: StoreTools,
): ReturnType<RunStore['begin']> {
  const { walletId, amountCredits, now } = asked;
  const run = newRun(asked, tools.newId(now));
  const meta = metaOf(asked);
  const expiresAt = new Date(now.getTime() + holdLifeMs(asked.timeoutMs));
  const outcome = await runCommand(
    db,
    {
      walletId,
      meta,
      content: contentOf(asked),
      decide: (wallet) =>
        hold(wallet, { ...meta, amountCredits, holdId: run.id, expiresAt, reference: run.flowId }),
      bodySchema: begunSchema,
      bodyOf: () => ({ id: run.id }),
      also: async (trx) => void (await trx.insertInto('runs').values(rowOfRun(run)).execute()),
    },
    tools,
  );
  if (!outcome.ok || !outcome.replayed) return outcome.ok ? { ...outcome, body: run } : outcome;
  const begun = await find(db, walletId, outcome.body.id, now);
  if (!begun) throw new Error(`the run ${outcome.body.id} is gone`);
  return { ...outcome, body: begun };
}

function newRun(asked: NewRun, id: string): StoredRun {
  const { walletId, flowId, amountCredits, timeoutMs, now } = asked;
  return {
    id,
    walletId,
    flowId,
    status: 'running',
    amountCredits,
    startedAt: now,
    endsBy: endsBy(new Date(now.getTime() + holdLifeMs(timeoutMs))),
    keptUntil: keptUntil(now, runKeptDays),
  };
}

/** Not the price, which may change before a call is repeated: only what the caller says. */
function contentOf({ flowId, inputHash, shownCredits }: NewRun) {
  return { command: 'run', flow: flowId, input: inputHash, credits: shownCredits };
}

/** In the ledger a caller's key stands behind a word, where it meets no service's. */
function metaOf({ idempotencyKey, now }: NewRun): CommandMeta {
  return { ...ours, idempotencyKey: `run ${idempotencyKey}`, now };
}

const ours = { actor: `${serviceActorPrefix}flows` } as const;

async function succeed(
  db: Kysely<Schema>,
  run: StoredRun,
  { result, now }: Parameters<RunStore['succeed']>[1],
  tools: StoreTools,
): ReturnType<RunStore['succeed']> {
  const text = textOfResult(result);
  const meta = { ...ours, idempotencyKey: `run ${run.id} capture`, now };
  const outcome = await runCommand(
    db,
    {
      walletId: run.walletId,
      include: { holdId: run.id },
      meta,
      content: { command: 'capture', holdId: run.id },
      decide: (wallet) => capture(wallet, { ...meta, holdId: run.id }),
      bodySchema: captureSchema,
      bodyOf: ({ wallet }) => ({
        id: run.id,
        captured: run.amountCredits,
        released: 0,
        available: availableCredits(wallet),
        held: heldCredits(wallet),
      }),
      also: (trx) => endRun(trx, run, { status: 'succeeded', result: text, finished_at: now }),
    },
    tools,
  );
  if (!outcome.ok) return undefined;
  return {
    run: { ...run, status: 'succeeded', result, finishedAt: now },
    availableCredits: outcome.body.available,
  };
}

async function fail(
  db: Kysely<Schema>,
  run: StoredRun,
  { failure, sentences, now }: Parameters<RunStore['fail']>[1],
  tools: StoreTools,
): Promise<void> {
  const meta = { ...ours, idempotencyKey: `run ${run.id} release`, now };
  const texts = sentences ? JSON.stringify(sentences) : null;
  const end = { status: 'failed', failure, sentences: texts, finished_at: now } as const;
  const outcome = await runCommand(
    db,
    {
      walletId: run.walletId,
      include: { holdId: run.id },
      meta,
      content: { command: 'release', holdId: run.id },
      decide: (wallet) => release(wallet, { ...meta, holdId: run.id }),
      bodySchema: releaseSchema,
      bodyOf: ({ wallet }) => ({
        id: run.id,
        released: run.amountCredits,
        available: availableCredits(wallet),
        held: heldCredits(wallet),
      }),
      also: (trx) => endRun(trx, run, end),
    },
    tools,
  );
  // Time has given the credits back: there is only the failure left to note.
  if (!outcome.ok) await endRun(db, run, end);
}

/**
 * Ends a run that is still running. One that is gone, because its user is, ends nothing: the throw
 * undoes the transaction around it.
 */
async function endRun(
  db: Kysely<Schema> | Transaction<Schema>,
  { id }: StoredRun,
  end: Partial<Schema['runs']>,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('runs')
    .set(end)
    .where('id', '=', id)
    .where('status', '=', 'running')
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new Error(`the run ${id} is not running`);
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
