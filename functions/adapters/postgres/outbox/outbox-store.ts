import { type Kysely, type RawBuilder, sql } from 'kysely';
import {
  type DeliveryEnd,
  givenUpAfterMs,
  type Lane,
  type ListedDelivery,
  leaseMs,
  longestPauseMs,
  type Outbox,
  type QueuedDelivery,
} from '../../../domain/message/delivery.ts';
import { hasCome } from '../connection/due-time.ts';
import { type StoreTools, systemTools } from '../connection/store-tools.ts';
import { isConflict, untilNoConflict } from '../connection/transact.ts';
import type { Schema } from '../schema/schema.ts';
import { subscribedEndpoints } from './write-message.ts';

/** How many messages one read finds, and how many an operator sees. */
const PAGE_SIZE = 20;
const MAX_LISTED = 200;

/** The condition of the indexes `outbox_due`, `outbox_queue` and `outbox_event_number`. */
const isWaiting = sql<boolean>`state = 'waiting'`;

/** A message waits for the one before it of its receiver, also while another worker tries that one. */
const isFirst = sql<boolean>`not exists (
  select from outbox earlier where earlier.state = 'waiting'
    and earlier.receiver = outbox.receiver
    and (earlier.created_at, earlier.id) < (outbox.created_at, outbox.id))`;

/**
 * The messages to send. A worker claims a row with one statement that names the due time it has
 * read: of two workers, Postgres lets one write, and Aurora DSQL ends the other with a conflict.
 * The worker takes no lock, because DSQL holds none ("Concurrency control in Aurora DSQL" in its
 * user guide).
 */
export function outboxStore(db: Kysely<Schema>, { pacing }: StoreTools = systemTools): Outbox {
  return {
    lanes: async () => {
      const endpoints = await subscribedEndpoints(db);
      return ['mail', ...endpoints.map(({ id }) => `webhook ${id}` as const)];
    },
    due: async (lane, now) => (await selectDue(db, lane, now)).map(queuedOf),
    claim: (delivery, now) => claim(db, delivery, now),
    settle: async (delivery, end, now) => {
      await untilNoConflict(() => settle(db, delivery, end, now), pacing);
    },
    oldestUntried: async (lane, now) => {
      const { rows } = await sql<{ at: Date | null }>`
        select min(created_at) as at from (${dueOf(lane, now)}) due where tries = 0`.execute(db);
      return rows[0]?.at ?? undefined;
    },
  };
}

type Row = Pick<
  Schema['outbox'],
  'id' | 'wallet_id' | 'event' | 'payload' | 'event_number' | 'created_at' | 'due_at' | 'give_up_at'
> & { readonly receiver: string; readonly tries: number };

async function selectDue(db: Kysely<Schema>, lane: Lane, now: Date): Promise<readonly Row[]> {
  const { rows } = await sql<Row>`
    select * from (${dueOf(lane, now)}) due order by due_at limit ${PAGE_SIZE}`.execute(db);
  return rows;
}

/**
 * Selects what is due of a lane. An endpoint that was down has a long queue, so this reads its first
 * message alone. Only messages that failed have a due time, by which the mail is found. A lane takes the
 * wallet with the oldest message, and of that wallet the lowest number: its times may be in another
 * order than its ledger. Messages from before there were numbers go first.
 */
function dueOf(lane: Lane, now: Date): RawBuilder<Row> {
  const columns = sql`id, wallet_id, event, payload, event_number, created_at, receiver, due_at,
    give_up_at, coalesce(tries, 0) as tries`;
  const isDue = hasCome('due_at', now, longestPauseMs);
  if (lane === 'mail') {
    return sql`select ${columns} from outbox
      where ${isWaiting} and ${isDue} and receiver like 'mail %' and ${isFirst}`;
  }
  return sql`select * from (
      select ${columns} from outbox where ${isWaiting} and receiver = ${lane} and wallet_id = (
        select wallet_id from outbox where ${isWaiting} and receiver = ${lane}
        order by created_at, id limit 1)
      order by event_number nulls first, created_at, id limit 1) head
    where due_at is null or ${isDue}`;
}

async function claim(
  db: Kysely<Schema>,
  { id, dueAt }: QueuedDelivery,
  now: Date,
): Promise<boolean> {
  try {
    const { numAffectedRows } = await sql`
      update outbox set due_at = ${new Date(now.getTime() + leaseMs)}, tries = coalesce(tries, 0) + 1
      where id = ${id} and ${isWaiting} and ${dueAt ? sql`due_at = ${dueAt}` : sql`due_at is null`}`.execute(
      db,
    );
    return numAffectedRows === 1n;
  } catch (error) {
    if (isConflict(error)) return false;
    throw error;
  }
}

/**
 * A sent mail leaves only its event and its time. Events stay, to be sent again to a service that
 * lost them; they name nobody, but for the one about an account that is gone.
 */
async function settle(
  db: Kysely<Schema>,
  { id, receiver, event }: QueuedDelivery,
  end: DeliveryEnd,
  now: Date,
): Promise<unknown> {
  const failure = end.state === 'sent' ? null : end.failure;
  const isKept = receiver.startsWith('webhook ') && event !== 'user.deleted';
  const isOver = end.state === 'dropped' || (end.state === 'sent' && !isKept);
  const cleared = isOver ? sql`, payload = ''` : sql``;
  const sentAt = end.state === 'sent' ? now : null;
  const dueAt = end.state === 'waiting' ? end.dueAt : null;
  return sql`
    update outbox set state = ${end.state}, failure = ${failure}, sent_at = ${sentAt},
      due_at = ${dueAt} ${cleared}
    where id = ${id} and ${isWaiting}`.execute(db);
}

function queuedOf(row: Row): QueuedDelivery {
  return {
    id: row.id,
    receiver: row.receiver,
    walletId: row.wallet_id,
    event: row.event,
    payload: row.payload,
    ...(row.event_number === null ? {} : { sequence: row.event_number }),
    createdAt: row.created_at,
    tries: row.tries,
    ...(row.due_at === null ? {} : { dueAt: row.due_at }),
    giveUpAt: row.give_up_at ?? new Date(row.created_at.getTime() + givenUpAfterMs),
  };
}

/** The commands of an operator on messages that were not sent. */
export function outboxOperator(db: Kysely<Schema>) {
  return {
    /** The newest first; those that wait for a try, and those that are dead. */
    list: () => selectListed(db, sql`state in ('waiting', 'dead')`),
    find: async (id: string) =>
      (await selectListed(db, sql`id = ${id} and state is not null`)).at(0),
    /** Tries a dead message for three more days. */
    resend: (id: string, now: Date) => {
      const giveUpAt = new Date(now.getTime() + givenUpAfterMs);
      return changed(
        db,
        sql`state = 'waiting', due_at = ${now}, give_up_at = ${giveUpAt}, tries = null`,
        sql`id = ${id} and state = 'dead'`,
      );
    },
    /** Gives up a message that waits or is dead. */
    drop: (id: string) => dropMessage(db, id, 'by an operator'),
  };
}

/**
 * Gives up a message that waits or is dead, such as one about a run that its reader has seen end.
 * @returns whether there was one
 */
export function dropMessage(db: Kysely<Schema>, id: string, why: string): Promise<boolean> {
  return changed(
    db,
    sql`state = 'dropped', due_at = null, payload = '', failure = ${why}`,
    sql`id = ${id} and state in ('waiting', 'dead')`,
  );
}

async function selectListed(
  db: Kysely<Schema>,
  where: RawBuilder<unknown>,
): Promise<readonly ListedDelivery[]> {
  const { rows } = await sql<Listed>`
    select id, receiver, event, state, created_at, due_at, coalesce(tries, 0) as tries, failure
    from outbox where ${where} order by id desc limit ${MAX_LISTED}`.execute(db);
  return rows.map(listedOf);
}

async function changed(
  db: Kysely<Schema>,
  set: RawBuilder<unknown>,
  where: RawBuilder<unknown>,
): Promise<boolean> {
  const { numAffectedRows } = await untilNoConflict(
    () => sql`update outbox set ${set} where ${where}`.execute(db),
    systemTools.pacing,
  );
  return numAffectedRows === 1n;
}

type Listed = Pick<ListedDelivery, 'id' | 'receiver' | 'event' | 'state' | 'tries'> &
  Pick<Schema['outbox'], 'created_at' | 'due_at' | 'failure'>;

function listedOf({ created_at, due_at, failure, ...row }: Listed): ListedDelivery {
  return {
    ...row,
    createdAt: created_at,
    ...(due_at === null ? {} : { dueAt: due_at }),
    ...(failure === null ? {} : { failure }),
  };
}
