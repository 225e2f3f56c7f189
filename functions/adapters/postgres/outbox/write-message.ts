import { type Kysely, sql, type Transaction } from 'kysely';
import { DAY_MS } from '../../../../src/contract/durations.ts';
import type { Message } from '../../../../src/contract/messages.ts';
import type { WebhookEvent } from '../../../../src/contract/webhooks.ts';
import { type NewId, type StoreTools, systemTools } from '../connection/store-tools.ts';
import { transact, wakeAfterCommit } from '../connection/transact.ts';
import type { Schema } from '../schema/schema.ts';

/** Writes a message, a row for each receiver, in the transaction of its event. */
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

/**
 * Writes events for the services of the operator, likewise: a row for each endpoint that
 * subscribed. A row has no due time, because it is due when it is the first of its queue.
 * @param events in the order in which they happened
 */
export async function enqueueWebhooks(
  trx: Transaction<Schema>,
  walletId: string,
  events: readonly WebhookEvent[],
  { now, newId }: { readonly now: Date; readonly newId: NewId },
): Promise<void> {
  if (events.length === 0) return;
  const endpoints = await subscribedEndpoints(trx);
  const wanted = endpoints.flatMap(({ id, events: wants }) =>
    events
      .map(({ event, data }, index) => ({
        event,
        payload: JSON.stringify(data),
        place: index + 1,
      }))
      .filter(({ event }) => wants.split(' ').includes(event))
      .map((row) => ({ ...row, receiver: `webhook ${id}` })),
  );
  if (wanted.length === 0) return;
  const countBefore = await countEvents(trx, walletId, events.length);
  // Ids of one millisecond are in no order, and the lists of operators go by them.
  const ids = wanted.map(() => newId(now)).toSorted();
  const common = { wallet_id: walletId, created_at: now, state: 'waiting' } as const;
  const rows = wanted.map(({ place, ...row }, index) => ({
    ...{ ...row, ...common, event_number: countBefore + place },
    id: ids[index] ?? newId(now),
  }));
  await trx.insertInto('outbox').values(rows).execute();
  wakeAfterCommit(trx, 'messages');
}

/**
 * Counts further events of a wallet. Two transactions that write the row of one wallet conflict, so
 * numbers follow the order in which transactions are stored, as numbers of entries do. Times do not
 * follow it: a command may overtake another one that came before it.
 * @returns how many events the wallet had before
 */
async function countEvents(
  trx: Transaction<Schema>,
  walletId: string,
  count: number,
): Promise<number> {
  const { rows } = await sql<{ event_count: number }>`
    update wallets set event_count = coalesce(event_count, 0) + ${count}
    where id = ${walletId} returning event_count`.execute(trx);
  const [wallet] = rows;
  if (!wallet) throw new Error(`there is no wallet ${walletId}`);
  return wallet.event_count - count;
}

/** The endpoints that take events, each with the names of its events between spaces. */
export async function subscribedEndpoints(
  db: Kysely<Schema>,
): Promise<readonly Pick<Schema['webhook_endpoints'], 'id' | 'events'>[]> {
  const { rows } = await sql<Pick<Schema['webhook_endpoints'], 'id' | 'events'>>`
    select id, events from webhook_endpoints where disabled_at is null order by id`.execute(db);
  return rows;
}

/** How many wallets one run tells; the next run tells the rest. */
const MAX_WALLETS = 50;

/**
 * Writes messages about credits that end within some days. A lot stores which of the days was told, in
 * the transaction of the message, so two runs at once tell it once.
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
