import { sql, type Transaction } from 'kysely';
import { hashEntry } from '../../functions/adapters/postgres/ledger/entry-chain.ts';
import type { Schema } from '../../functions/adapters/postgres/schema/schema.ts';
import { storyEnd } from './ledger-story.ts';

type EntryRow = Schema['entries'];

async function lastEntry(trx: Transaction<Schema>, walletId: string): Promise<EntryRow> {
  const entries = trx.selectFrom('entries').where('wallet_id', '=', walletId).selectAll();
  return entries.orderBy('number', 'desc').executeTakeFirstOrThrow();
}

/** Does all that the product does for a grant of 1,000 credits, except for their reason. */
export async function forgeGrant(
  trx: Transaction<Schema>,
  walletId: string,
  source: 'purchase' | 'trial' | 'operator',
): Promise<void> {
  const before = await lastEntry(trx, walletId);
  const now = storyEnd;
  const like = trx.selectFrom('lots').where('wallet_id', '=', walletId).selectAll();
  const lot = await like.where('source', '=', source).executeTakeFirstOrThrow();
  const id = '0195f0a0-0000-7000-8000-0000000000cc';
  const reference = source === 'trial' ? lot.reference : id;
  const zero = { held: 0, owed: 0, expired: 0, refunded: 0 };
  const numbers = { amount: 1_000, remaining: 1_000, ...zero };
  const granted = { granted_at: now, expires_at: now, actor: 'system' };
  await trx
    .insertInto('lots')
    .values({ ...lot, id, ...numbers, ...granted, reference })
    .execute();
  const row: EntryRow = {
    ...{ ...before, number: before.number + 1, kind: 'grant', quantity: 1_000, amount: 1_000 },
    ...{ balance_before: before.balance_after, balance_after: before.balance_after + 1_000 },
    available_after: before.available_after + 1_000,
    ...{ lot_id: id, hold_id: null, reference, idempotency_key: 'grant by hand', actor: 'system' },
    ...{ at: now, effects: JSON.stringify({ until: now, lots: [[id, 1_000, 0, 0, 0, 0]] }) },
  };
  const hash = hashEntry(before.hash ?? '', row);
  await trx
    .insertInto('entries')
    .values({ ...row, hash })
    .execute();
  const wallet = trx.updateTable('wallets').where('id', '=', walletId);
  const sums = { available: row.available_after, entry_count: row.number, head: hash };
  await wallet.set(sums).execute();
}

/** Deletes the last entry of the story, which is a hold, and sets right all that it changed. */
export async function cutLastHold(trx: Transaction<Schema>, walletId: string): Promise<void> {
  const { number, hold_id: holdId } = await lastEntry(trx, walletId);
  await trx
    .deleteFrom('entries')
    .where('wallet_id', '=', walletId)
    .where('number', '=', number)
    .execute();
  await trx
    .deleteFrom('holds')
    .where('id', '=', holdId ?? '')
    .execute();
  await sql`update lots set remaining = remaining + held, held = 0
    where wallet_id = ${walletId}`.execute(trx);
  const { hash, available_after: available } = await lastEntry(trx, walletId);
  const sums = { available, held: 0, entry_count: number - 1, head: hash };
  await trx.updateTable('wallets').where('id', '=', walletId).set(sums).execute();
}

/** Writes entries and their holds by another name, and all hashes anew. */
export async function rewriteHistory(trx: Transaction<Schema>, walletId: string): Promise<void> {
  const entries = trx.selectFrom('entries').where('wallet_id', '=', walletId).selectAll();
  let head: string | undefined;
  for (const row of await entries.orderBy('number').execute()) {
    const actor = row.actor === 'service a' && row.lot_id === null ? 'service b' : row.actor;
    head = hashEntry(head, { ...row, actor });
    const here = trx.updateTable('entries').where('wallet_id', '=', walletId);
    await here.where('number', '=', row.number).set({ actor, hash: head }).execute();
  }
  await trx
    .updateTable('holds')
    .where('wallet_id', '=', walletId)
    .set({ actor: 'service b' })
    .execute();
  await trx
    .updateTable('wallets')
    .where('id', '=', walletId)
    .set({ head: head ?? '' })
    .execute();
}
