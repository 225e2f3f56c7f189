import type { Kysely, Transaction } from 'kysely';
import {
  availableCredits,
  type Entry,
  inBurnOrder,
  type Lot,
  type Wallet,
} from '../../domain/ledger.ts';
import type { Schema } from './schema.ts';

/** Open lots of one wallet. Past it something grants in a loop: better no answer than a wrong one. */
const MAX_OPEN_LOTS = 1_000;

/**
 * A wallet as stored, with the lots that still have credits, some of which may be past their
 * expiry. One statement, so that sums and lots are of the same moment without a transaction.
 *
 * @throws Error when there is no such wallet or it has more than `MAX_OPEN_LOTS` open lots
 */
export async function readWallet(db: Kysely<Schema>, walletId: string): Promise<Wallet> {
  const rows = await db
    .selectFrom('wallets')
    .leftJoin('lots', (join) =>
      join.onRef('lots.wallet_id', '=', 'wallets.id').on('lots.remaining', '>', 0),
    )
    .where('wallets.id', '=', walletId)
    .select(['wallets.entry_count', 'wallets.held', 'wallets.owed', 'lots.id', 'lots.source'])
    .select(['lots.amount', 'lots.remaining', 'lots.granted_at', 'lots.expires_at'])
    .limit(MAX_OPEN_LOTS + 1)
    .execute();
  const [first] = rows;
  if (!first) throw new Error(`there is no wallet ${walletId}`);
  if (rows.length > MAX_OPEN_LOTS) throw new Error(`wallet ${walletId} has too many open lots`);
  return {
    id: walletId,
    entryCount: first.entry_count,
    heldCredits: first.held,
    owedCredits: first.owed,
    lots: inBurnOrder(rows.flatMap(lotOfRow)),
  };
}

/** Adds a new user's wallet, empty. */
export async function insertWallet(
  trx: Transaction<Schema>,
  walletId: string,
  now: Date,
): Promise<void> {
  await trx
    .insertInto('wallets')
    .values({ id: walletId, entry_count: 0, available: 0, held: 0, owed: 0, updated_at: now })
    .execute();
}

/** Adds a lot that a grant opened. */
export async function insertLot(
  trx: Transaction<Schema>,
  walletId: string,
  lot: Lot,
  origin: { readonly reference: string; readonly actor: string },
): Promise<void> {
  await trx
    .insertInto('lots')
    .values({
      id: lot.id,
      wallet_id: walletId,
      source: lot.source,
      amount: lot.amountCredits,
      remaining: lot.remainingCredits,
      reference: origin.reference,
      reason: null,
      actor: origin.actor,
      granted_at: lot.grantedAt,
      expires_at: lot.expiresAt,
    })
    .execute();
}

/**
 * Stores what became of a wallet: the remainders that changed, the entries and the sums. The row
 * of the wallet is written with every entry, and before it: two writers then meet there, where the
 * loser gets a conflict and tries again, and not at the entry's number, where it would get a
 * violated key.
 */
export async function writeWallet(
  trx: Transaction<Schema>,
  change: {
    readonly before: Wallet;
    readonly after: Wallet;
    readonly entries: readonly Entry[];
    readonly now: Date;
  },
): Promise<void> {
  const { before, after, entries, now } = change;
  if (entries.length === 0) return;
  await updateSums(trx, after, now);
  for (const lot of before.lots) await updateRemainder(trx, lot, after);
  await trx
    .insertInto('entries')
    .values(entries.map((entry) => rowOfEntry(after.id, entry)))
    .execute();
}

async function updateSums(trx: Transaction<Schema>, wallet: Wallet, now: Date): Promise<void> {
  await trx
    .updateTable('wallets')
    .set({
      entry_count: wallet.entryCount,
      available: availableCredits(wallet),
      held: wallet.heldCredits,
      owed: wallet.owedCredits,
      updated_at: now,
    })
    .where('id', '=', wallet.id)
    .execute();
}

/** A lot that is no longer among the open ones has nothing left. */
async function updateRemainder(trx: Transaction<Schema>, lot: Lot, after: Wallet): Promise<void> {
  const remaining = after.lots.find((other) => other.id === lot.id)?.remainingCredits ?? 0;
  if (remaining === lot.remainingCredits) return;
  await trx.updateTable('lots').set({ remaining }).where('id', '=', lot.id).execute();
}

type LotRow = {
  [Column in 'id' | 'source' | 'amount' | 'remaining' | 'granted_at' | 'expires_at']:
    | Schema['lots'][Column]
    | null;
};

/** The lot of a joined row; a wallet without lots has one row, with null in their columns. */
function lotOfRow(row: LotRow): Lot[] {
  const { id, source, amount, remaining, granted_at: grantedAt, expires_at: expiresAt } = row;
  if (id === null || source === null || amount === null) return [];
  if (remaining === null || grantedAt === null || expiresAt === null) return [];
  return [{ id, source, amountCredits: amount, remainingCredits: remaining, grantedAt, expiresAt }];
}

function rowOfEntry(walletId: string, entry: Entry): Schema['entries'] {
  return {
    wallet_id: walletId,
    number: entry.number,
    kind: entry.kind,
    amount: entry.amountCredits,
    balance_before: entry.balanceBeforeCredits,
    balance_after: entry.balanceAfterCredits,
    available_after: entry.availableAfterCredits,
    held_after: entry.heldAfterCredits,
    owed_after: entry.owedAfterCredits,
    lot_id: entry.lotId,
    reference: entry.reference,
    idempotency_key: entry.idempotencyKey,
    actor: entry.actor,
    at: entry.at,
  };
}
