import { type Kysely, sql, type Transaction } from 'kysely';
import { DAY_MS } from '../../../../src/contract/durations.ts';
import type { Message } from '../../../../src/contract/messages.ts';
import { type NewId, type StoreTools, systemTools } from '../connection/store-tools.ts';
import { transact, wakeAfterCommit } from '../connection/transact.ts';
import type { Schema } from '../schema/schema.ts';

/**
 * Writes a message in the transaction in which its event happens, so that it is sent if and only if
 * that is stored. Each receiver has a row of its own.
 */
export async function writeMessage(
  trx: Transaction<Schema>,
  walletId: string,
  { event, payload }: Message,
  { now, newId }: { readonly now: Date; readonly newId: NewId },
): Promise<void> {
  await trx
    .insertInto('outbox')
    .values({
      id: newId(now),
      wallet_id: walletId,
      event,
      payload: JSON.stringify(payload),
      created_at: now,
      receiver: `mail ${walletId}`,
      state: 'waiting',
      due_at: now,
    })
    .execute();
  wakeAfterCommit(trx, 'messages');
}

/** How many wallets one run tells; the next run tells the rest. */
const MAX_WALLETS = 50;

/**
 * Writes messages about credits that end within some days. A lot stores which of the days was told, in
 * the transaction of the message, so two runs at once tell it once.
 *
 * @param endingSoonDays the days before the end on which its owner is told, the most first
 * @returns how many messages it has written
 */
export async function tellEndingCredits(
  db: Kysely<Schema>,
  endingSoonDays: readonly number[],
  now: Date,
  tools: StoreTools = systemTools,
): Promise<number> {
  let told = 0;
  for (const days of endingSoonDays.toReversed()) {
    const { rows } = await sql<{ wallet_id: string }>`
      select distinct wallet_id from lots
      where remaining > 0 and ${isDue(days, now)} limit ${MAX_WALLETS}`.execute(db);
    for (const { wallet_id } of rows) {
      await transact(db, (trx) => tell(trx, wallet_id, days, now, tools), tools.pacing);
      told += 1;
    }
  }
  return told;
}

/** Lots that end soon, and of which this many days or fewer were not told. */
function isDue(days: number, now: Date) {
  const until = new Date(now.getTime() + days * DAY_MS);
  return sql`expires_at > ${now} and expires_at <= ${until}
    and (told_days is null or told_days > ${days})`;
}

/** All lots of a wallet that are due are one message, with the earliest end. */
async function tell(
  trx: Transaction<Schema>,
  walletId: string,
  days: number,
  now: Date,
  { newId }: StoreTools,
): Promise<void> {
  const { rows } = await sql<{ remaining: number; expires_at: Date }>`
    update lots set told_days = ${days}
    where wallet_id = ${walletId} and remaining > 0 and ${isDue(days, now)}
    returning remaining, expires_at`.execute(trx);
  const ends = rows.map(({ expires_at }) => expires_at.getTime());
  if (ends.length === 0) return;
  const credits = rows.reduce((sum, { remaining }) => sum + remaining, 0);
  const payload = { credits, endsAt: new Date(Math.min(...ends)).toISOString(), days };
  await writeMessage(trx, walletId, { event: 'credits_ending', payload }, { now, newId });
}
