import type { Transaction } from 'kysely';
import type { Change, Entry } from '../../domain/ledger/entry.ts';
import { fellLow } from '../../domain/ledger/low-balance.ts';
import {
  availableCredits,
  type Hold,
  heldCredits,
  type Lot,
  owedCredits,
  type Wallet,
} from '../../domain/ledger/wallet.ts';
import type { NewId } from './ids.ts';
import type { Schema } from './schema.ts';
import { textOfShares } from './shares.ts';

/**
 * Lots of one wallet with something in them. Past it something grants in a loop, and it is the
 * grant that fails, so that the wallet can still be read and spent.
 */
export const MAX_LOTS = 1_000;

/** Each has 16 values, and a statement takes 65,535 (a 16-bit count in Postgres' protocol). */
const MAX_ENTRIES_AT_ONCE = 1_000;

/**
 * Stores what became of a wallet: the lots and holds that changed, the entries and the sums. The
 * row of the wallet is written with every change, and before it: two writers then meet there,
 * where the loser gets a conflict and tries again, and not at the entry's number, where it would
 * get a violated key.
 *
 * @throws Error when it would have more than `MAX_LOTS` lots with something in them
 */
export async function writeWallet(
  trx: Transaction<Schema>,
  before: Wallet,
  { wallet: after, entries }: Change,
  { now, newId }: { readonly now: Date; readonly newId: NewId },
): Promise<void> {
  const lots = changed(before.lots, after.lots);
  const holds = changed(before.holds, after.holds);
  if (entries.length === 0 && lots.length === 0 && holds.length === 0) return;
  requireFewLots(after);
  await updateSums(trx, after, now);
  if (lots.length > 0) await upsertLots(trx, after.id, lots);
  if (holds.length > 0) await upsertHolds(trx, after.id, holds);
  if (entries.length > 0) await insertEntries(trx, after.id, entries);
  if (fellLow(before, after)) await noteLowBalance(trx, after, now, newId);
}

function requireFewLots({ id, lots }: Wallet): void {
  if (lots.length <= MAX_LOTS) return;
  const open = lots.filter((lot) => lot.remainingCredits + lot.heldCredits + lot.owedCredits > 0);
  if (open.length > MAX_LOTS) throw new Error(`wallet ${id} would have too many lots`);
}

/** What is new or has become another object: the rules copy what they change, and only that. */
function changed<Item extends object>(
  before: readonly Item[],
  after: readonly Item[],
): readonly Item[] {
  const known = new Set(before);
  return after.filter((item) => !known.has(item));
}

async function updateSums(trx: Transaction<Schema>, wallet: Wallet, now: Date): Promise<void> {
  await trx
    .updateTable('wallets')
    .set({
      entry_count: wallet.entryCount,
      available: availableCredits(wallet),
      held: heldCredits(wallet),
      owed: owedCredits(wallet),
      low_mark: wallet.lowMarkCredits ?? null,
      updated_at: now,
    })
    .where('id', '=', wallet.id)
    .execute();
}

async function upsertLots(
  trx: Transaction<Schema>,
  walletId: string,
  lots: readonly Lot[],
): Promise<void> {
  await trx
    .insertInto('lots')
    .values(lots.map((lot) => rowOfLot(walletId, lot)))
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(({ ref }) => ({
        remaining: ref('excluded.remaining'),
        held: ref('excluded.held'),
        owed: ref('excluded.owed'),
        expired: ref('excluded.expired'),
        refunded: ref('excluded.refunded'),
      })),
    )
    .execute();
}

async function upsertHolds(
  trx: Transaction<Schema>,
  walletId: string,
  holds: readonly Hold[],
): Promise<void> {
  await trx
    .insertInto('holds')
    .values(holds.map((hold) => rowOfHold(walletId, hold)))
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(({ ref }) => ({
        state: ref('excluded.state'),
        captured: ref('excluded.captured'),
      })),
    )
    .execute();
}

async function insertEntries(
  trx: Transaction<Schema>,
  walletId: string,
  entries: readonly Entry[],
): Promise<void> {
  const rows = entries.map((entry) => rowOfEntry(walletId, entry));
  for (let start = 0; start < rows.length; start += MAX_ENTRIES_AT_ONCE) {
    const part = rows.slice(start, start + MAX_ENTRIES_AT_ONCE);
    await trx.insertInto('entries').values(part).execute();
  }
}

/** For whoever tells the user. In the same transaction, so that no crossing is missed or told twice. */
async function noteLowBalance(
  trx: Transaction<Schema>,
  wallet: Wallet,
  now: Date,
  newId: NewId,
): Promise<void> {
  const payload = { available: availableCredits(wallet), mark: wallet.lowMarkCredits };
  await trx
    .insertInto('outbox')
    .values({
      id: newId(now),
      wallet_id: wallet.id,
      event: 'balance_low',
      payload: JSON.stringify(payload),
      created_at: now,
      sent_at: null,
    })
    .execute();
}

function rowOfLot(walletId: string, lot: Lot): Schema['lots'] {
  return {
    id: lot.id,
    wallet_id: walletId,
    source: lot.source,
    amount: lot.amountCredits,
    remaining: lot.remainingCredits,
    held: lot.heldCredits,
    owed: lot.owedCredits,
    expired: lot.expiredCredits,
    refunded: lot.refundedCredits,
    reference: lot.reference,
    reason: lot.reason ?? null,
    actor: lot.actor,
    granted_at: lot.grantedAt,
    expires_at: lot.expiresAt,
  };
}

function rowOfHold(walletId: string, hold: Hold): Schema['holds'] {
  return {
    id: hold.id,
    wallet_id: walletId,
    amount: hold.amountCredits,
    split: textOfShares(hold.split),
    state: hold.state,
    captured: textOfShares(hold.captured),
    reference: hold.reference,
    created_at: hold.createdAt,
    expires_at: hold.expiresAt,
  };
}

function rowOfEntry(walletId: string, entry: Entry): Schema['entries'] {
  return {
    wallet_id: walletId,
    number: entry.number,
    kind: entry.kind,
    quantity: entry.quantityCredits,
    amount: entry.amountCredits,
    balance_before: entry.balanceBeforeCredits,
    balance_after: entry.balanceAfterCredits,
    available_after: entry.availableAfterCredits,
    held_after: entry.heldAfterCredits,
    owed_after: entry.owedAfterCredits,
    lot_id: entry.lotId ?? null,
    hold_id: entry.holdId ?? null,
    reference: entry.reference,
    idempotency_key: entry.idempotencyKey,
    actor: entry.actor,
    at: entry.at,
  };
}
