import { type Kysely, sql, type Transaction } from 'kysely';
import { DAY_MS } from '../../../../src/contract/durations.ts';
import type { EntryKind } from '../../../../src/contract/entries.ts';
import {
  captureSchema,
  grantSchema,
  holdSchema,
  releaseSchema,
} from '../../../../src/contract/holds.ts';
import { subKeyOf } from '../../../domain/account/departure.ts';
import { advance } from '../../../domain/ledger/advance.ts';
import { changeHold } from '../../../domain/ledger/change-hold.ts';
import type { Accepted } from '../../../domain/ledger/entry.ts';
import { grant } from '../../../domain/ledger/grant.ts';
import { hold } from '../../../domain/ledger/hold.ts';
import type {
  CreditStore,
  LedgerRefusal,
  LedgerStore,
} from '../../../domain/ledger/ledger-store.ts';
import { capture, release } from '../../../domain/ledger/settle.ts';
import {
  type Hold,
  sumOfShares,
  unspentShares,
  type Wallet,
} from '../../../domain/ledger/wallet.ts';
import { findLeftWallet } from '../account/departures.ts';
import { sqlClientOf } from '../connection/database.ts';
import { firstIdOf, type StoreTools, systemTools } from '../connection/store-tools.ts';
import { untilNoConflict } from '../connection/transact.ts';
import { enqueueWebhooks, writeMessage } from '../outbox/write-message.ts';
import type { Schema } from '../schema/schema.ts';
import { holdNotFound, runCommand, sumsOf } from './run-command.ts';
import { readWallet } from './wallet-rows.ts';

/**
 * The ledger's commands. Each command is one transaction and runs once for its key.
 * @throws ContentionError when every attempt conflicted with other transactions; Error when there
 * is no such wallet
 */
export function ledgerStore(db: Kysely<Schema>, given: Partial<StoreTools> = {}): LedgerStore {
  const tools = { ...systemTools, ...given };
  return {
    hold: (command) => runHold(db, command, tools),
    change: (command) => runChange(db, command, tools),
    capture: (command) => runCapture(db, command, tools),
    release: (command) => runRelease(db, command, tools),
    grant: (command) => runGrant(db, command, tools),
    leftWalletOf: (sub) => leftWalletOf(db, sub, tools),
    walletOf: creditStore(db).walletOf,
  };
}

type Run<Name extends 'hold' | 'change' | 'capture' | 'release' | 'grant'> = (
  db: Kysely<Schema>,
  command: Parameters<LedgerStore[Name]>[0],
  tools: StoreTools,
) => ReturnType<LedgerStore[Name]>;

const runHold: Run<'hold'> = (db, { walletId, keyed: meta, isReplay, ...content }, tools) => {
  const holdId = tools.newId(meta.now);
  const expiresAt = new Date(meta.now.getTime() + content.lifeMs);
  return runCommand(db, tools, {
    walletId,
    meta,
    isReplay,
    content: { command: 'hold', ...content },
    decide: (wallet) => hold(wallet, { ...meta, ...content, holdId, expiresAt }),
    bodySchema: holdSchema,
    bodyOf: ({ wallet }) => ({
      id: holdId,
      amount: content.amountCredits,
      expiresAt: expiresAt.toISOString(),
      ...sumsOf(wallet),
    }),
  });
};

const runChange: Run<'change'> = async (db, { keyed: meta, sub, ...content }, tools) => {
  const { holdId, amountCredits, lifeMs } = content;
  const walletId = await walletOfHold(db, { holdId, sub }, tools);
  if (walletId === undefined) return holdNotFound;
  const expiresAt = lifeMs === undefined ? undefined : new Date(meta.now.getTime() + lifeMs);
  return runCommand(db, tools, {
    walletId,
    include: { holdId },
    meta,
    content: { command: 'change', ...content },
    decide: (wallet) => changeHold(wallet, { ...meta, holdId, amountCredits, expiresAt }),
    bodySchema: holdSchema,
    bodyOf: ({ wallet }) => {
      const hold = holdIn(wallet, holdId);
      const expiry = hold.expiresAt.toISOString();
      return { id: holdId, amount: hold.amountCredits, expiresAt: expiry, ...sumsOf(wallet) };
    },
    alsoRefused: (trx, refusal) =>
      tellNoneLeft(trx, walletId, refusal, { now: meta.now, newId: tools.newId }),
  });
};

const runCapture: Run<'capture'> = async (
  db,
  { keyed: meta, sub, ofAnyMaker, keepsRest, ...content },
  tools,
) => {
  const { holdId } = content;
  const walletId = await walletOfHold(db, { holdId, sub }, tools);
  if (walletId === undefined) return holdNotFound;
  return runCommand(db, tools, {
    walletId,
    include: { holdId },
    meta,
    content: { command: keepsRest ? 'capture in steps' : 'capture', ...content },
    decide: (wallet) => capture(wallet, { ...meta, ...content, ofAnyMaker, keepsRest }),
    bodySchema: captureSchema,
    bodyOf: (accepted) => ({
      id: holdId,
      captured: quantityOf(accepted, 'capture'),
      released: quantityOf(accepted, 'release'),
      ...remainingOf(holdIn(accepted.wallet, holdId)),
      ...sumsOf(accepted.wallet),
    }),
  });
};

const runRelease: Run<'release'> = async (db, { keyed: meta, sub, ofAnyMaker, holdId }, tools) => {
  const walletId = await walletOfHold(db, { holdId, sub }, tools);
  if (walletId === undefined) return holdNotFound;
  return runCommand(db, tools, {
    walletId,
    include: { holdId },
    meta,
    content: { command: 'release', holdId },
    decide: (wallet) => release(wallet, { ...meta, holdId, ofAnyMaker }),
    bodySchema: releaseSchema,
    bodyOf: (accepted) => ({
      id: holdId,
      released: quantityOf(accepted, 'release'),
      ...sumsOf(accepted.wallet),
    }),
  });
};

const runGrant: Run<'grant'> = (db, { walletId, keyed: meta, isReplay, ...content }, tools) => {
  const lotId = tools.newId(meta.now);
  const expiresAt = new Date(meta.now.getTime() + content.lifeMs);
  const lot = { lotId, reference: lotId, source: 'operator', expiresAt } as const;
  return runCommand(db, tools, {
    walletId,
    meta,
    isReplay,
    content: { command: 'grant', ...content },
    decide: (wallet) => grant(wallet, { ...meta, ...content, ...lot }),
    bodySchema: grantSchema,
    bodyOf: ({ wallet }) => ({
      id: lotId,
      amount: content.amountCredits,
      expiresAt: expiresAt.toISOString(),
      ...sumsOf(wallet),
    }),
  });
};

/**
 * Tells the owner that a run under way got no more credits; services ask often, so once a day. Ids sort
 * by their time, so the primary key finds the messages of a day.
 */
async function tellNoneLeft(
  trx: Transaction<Schema>,
  walletId: string,
  refusal: LedgerRefusal,
  tools: Parameters<typeof writeMessage>[3],
): Promise<void> {
  if (refusal.code !== 'credits_insufficient') return;
  const since = new Date(tools.now.getTime() - DAY_MS);
  const { rows } = await sql`select from outbox where wallet_id = ${walletId}
    and event = 'none_left' and id >= ${firstIdOf(since)} limit 1`.execute(trx);
  if (rows.length > 0) return;
  const { availableCredits: available, requiredCredits: required } = refusal;
  const facts = { available, required };
  await writeMessage(trx, walletId, { event: 'none_left', payload: facts }, tools);
  await enqueueWebhooks(trx, walletId, [{ event: 'balance.none_left', data: facts }], tools);
}

/**
 * The wallet of a hold; undefined when there is no such hold, or `sub` names another user. A user who
 * left is known by the key of the subject, so that a service settles what it holds.
 */
async function walletOfHold(
  db: Kysely<Schema>,
  { holdId, sub }: { readonly holdId: string; readonly sub: string | undefined },
  tools: StoreTools,
): Promise<string | undefined> {
  const query = sql<{ wallet_id: string; sub: string | null }>`
    select holds.wallet_id, users.sub from holds
    left join users on users.wallet_id = holds.wallet_id where holds.id = ${holdId}`;
  const { rows } = await untilNoConflict(() => query.execute(db), tools.pacing);
  const [row] = rows;
  if (sub === undefined || row?.sub === sub) return row?.wallet_id;
  return (await leftWalletOf(db, sub, tools)) === row?.wallet_id ? row?.wallet_id : undefined;
}

/** The wallet that the user of a subject left behind. */
async function leftWalletOf(
  db: Kysely<Schema>,
  sub: string,
  { secret }: StoreTools,
): Promise<string | undefined> {
  return secret === undefined ? undefined : findLeftWallet(db, subKeyOf(sub, secret));
}

/** @throws Error when the wallet of a command does not have the hold of the command */
function holdIn({ id, holds }: Wallet, holdId: string): Hold {
  const hold = holds.find((one) => one.id === holdId);
  if (!hold) throw new Error(`wallet ${id} does not have hold ${holdId}`);
  return hold;
}

function remainingOf(hold: Hold): { readonly remaining?: number } {
  return hold.state === 'open' ? { remaining: sumOfShares(unspentShares(hold)) } : {};
}

function quantityOf({ entries }: Accepted, kind: EntryKind): number {
  return entries
    .filter((entry) => entry.kind === kind)
    .reduce((sum, entry) => sum + entry.quantityCredits, 0);
}

/** Finds wallets, and reads them as of now. The next command of a wallet stores its expiries. */
export function creditStore(db: Kysely<Schema>): CreditStore {
  return {
    walletOf: async (sub) => {
      const user = await db
        .selectFrom('users')
        .where('sub', '=', sub)
        .select('wallet_id')
        .executeTakeFirst();
      return user?.wallet_id;
    },
    read: async (walletId, now) =>
      advance(await readWallet(sqlClientOf(db), walletId, now), now).wallet,
  };
}
