import { sql, type Transaction } from 'kysely';
import type { Change } from '../../../domain/ledger/entry.ts';
import { capAlerts } from '../../../domain/ledger/key-cap.ts';
import {
  availableCredits,
  fellLow,
  type Hold,
  heldCredits,
  type Lot,
  needsTopUp,
  owedCredits,
  type Wallet,
  type WalletKey,
} from '../../../domain/ledger/wallet.ts';
import { walletEvents } from '../../../domain/ledger/wallet-events.ts';
import type { NewId } from '../connection/store-tools.ts';
import { wakeAfterCommit } from '../connection/transact.ts';
import { enqueueWebhooks, writeMessage } from '../outbox/write-message.ts';
import type { Schema } from '../schema/schema.ts';
import { chainEntries, entryColumns } from './entry-chain.ts';
import { textOfUse } from './key-rows.ts';
import { textOfShares } from './wallet-rows.ts';

/** An entry has 18 values, and a statement at most 65,535 (16 bits in Postgres' protocol). */
const MAX_ENTRIES_AT_ONCE = 1_000;

/**
 * Stores a change of a wallet: its sums, the changed lots and holds, and the new entries. The row of
 * the wallet is always written first. Two writers then conflict there, and the loser runs again. At
 * the number of an entry the loser would get a unique violation instead.
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
  const chain = chainEntries(after.id, before.head, entries);
  await updateSums(trx, after, chain.head, now);
  if (lots.length > 0) await upsertLots(trx, after.id, lots);
  if (holds.length > 0) await upsertHolds(trx, after.id, holds);
  for (const key of changed(before.keys, after.keys)) {
    const was = before.keys.find(({ id }) => id === key.id) ?? key;
    await updateUse(trx, after.id, [was, key], { now, newId });
  }
  if (entries.length > 0) await insertEntries(trx, chain.rows);
  await enqueueWebhooks(trx, after.id, walletEvents(before, { wallet: after, entries }), {
    now,
    newId,
  });
  // Spending alone: who gets money back, or lets credits expire, does not want to buy more.
  const isSpent = entries.some(({ kind }) => kind === 'capture');
  if (isSpent && needsTopUp(after)) await wakeTopUp(trx, after.id, now);
  if (!fellLow(before, after)) return;
  // In this transaction, so that each crossing is told once.
  const payload = { available: availableCredits(after), mark: after.lowMarkCredits ?? 0 };
  await writeMessage(trx, after.id, { event: 'balance_low', payload }, { now, newId });
}

/**
 * Makes the wallet's top-up due, unless it is: the schedule `purchases` then tries it, one try at a
 * time. A wait stays as it is, because it ends with something that spending cannot change. The row is
 * written also where it stays the same. So this conflicts with the end of a try, which reads the balance
 * to see whether another one is due.
 */
export async function wakeTopUp(
  trx: Transaction<Schema>,
  walletId: string,
  now: Date,
): Promise<void> {
  await sql`
    update saved_cards set due_at = coalesce(due_at, ${now})
    where wallet_id = ${walletId} and state = 'on'`.execute(trx);
  wakeAfterCommit(trx, 'purchases');
}

/** The new and the changed items: the rules copy an item when they change it, and only then. */
function changed<Item extends object>(
  before: readonly Item[],
  after: readonly Item[],
): readonly Item[] {
  const unchangedItems = new Set(before);
  return after.filter((item) => !unchangedItems.has(item));
}

/** Every writer of a key's use writes the wallet's row before, so this row adds no conflict. */
async function updateUse(
  trx: Transaction<Schema>,
  walletId: string,
  [before, after]: readonly [before: WalletKey, after: WalletKey],
  tools: Parameters<typeof writeMessage>[3],
): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    update personal_keys set used = ${textOfUse(after.use)} where id = ${after.id}
    returning name`.execute(trx);
  const alerts = capAlerts(before, after);
  for (const { window, percent, capCredits: cap, spentCredits: spent, resetsAt } of alerts) {
    const key = rows[0]?.name ?? '';
    const until = resetsAt && { resetsAt: resetsAt.toISOString() };
    const payload = { key, window, percent, cap, spent, ...until };
    await writeMessage(trx, walletId, { event: 'key_cap', payload }, tools);
  }
}

async function updateSums(
  trx: Transaction<Schema>,
  wallet: Wallet,
  head: string | undefined,
  now: Date,
): Promise<void> {
  await sql`
    update wallets set entry_count = ${wallet.entryCount}, available = ${availableCredits(wallet)},
      held = ${heldCredits(wallet)}, owed = ${owedCredits(wallet)},
      low_mark = ${wallet.lowMarkCredits ?? null}, head = ${head ?? null}, updated_at = ${now}
    where id = ${wallet.id}`.execute(trx);
}

async function upsertLots(
  trx: Transaction<Schema>,
  walletId: string,
  lots: readonly Lot[],
): Promise<void> {
  const rows = lots.map(
    (lot) => sql`(${lot.id}, ${walletId}, ${lot.source}, ${lot.amountCredits},
      ${lot.remainingCredits}, ${lot.heldCredits}, ${lot.owedCredits}, ${lot.expiredCredits},
      ${lot.refundedCredits}, ${lot.reference}, ${lot.reason ?? null}, ${lot.actor},
      ${lot.grantedAt}, ${lot.expiresAt})`,
  );
  await sql`
    insert into lots (id, wallet_id, source, amount, remaining, held, owed, expired, refunded,
      reference, reason, actor, granted_at, expires_at)
    values ${sql.join(rows)}
    on conflict (id) do update set remaining = excluded.remaining, held = excluded.held,
      owed = excluded.owed, expired = excluded.expired, refunded = excluded.refunded`.execute(trx);
}

async function upsertHolds(
  trx: Transaction<Schema>,
  walletId: string,
  holds: readonly Hold[],
): Promise<void> {
  const rows = holds.map(
    (hold) => sql`(${hold.id}, ${walletId}, ${hold.amountCredits}, ${textOfShares(hold.split)},
      ${hold.state}, ${textOfShares(hold.captured)}, ${hold.reference}, ${hold.createdAt},
      ${hold.expiresAt}, ${hold.actor ?? null}, ${hold.keyId ?? null})`,
  );
  await sql`
    insert into holds (id, wallet_id, amount, split, state, captured, reference, created_at,
      expires_at, actor, key_id)
    values ${sql.join(rows)}
    on conflict (id) do update set amount = excluded.amount, split = excluded.split,
      state = excluded.state, captured = excluded.captured, expires_at = excluded.expires_at`.execute(
    trx,
  );
}

const columnList = sql.raw(entryColumns.join(', '));

async function insertEntries(
  trx: Transaction<Schema>,
  entries: readonly Schema['entries'][],
): Promise<void> {
  const rows = entries.map((row) => sql`(${sql.join(entryColumns.map((name) => row[name]))})`);
  for (let start = 0; start < rows.length; start += MAX_ENTRIES_AT_ONCE) {
    const part = rows.slice(start, start + MAX_ENTRIES_AT_ONCE);
    await sql`
      insert into entries (${columnList})
      values ${sql.join(part)}`.execute(trx);
  }
}
