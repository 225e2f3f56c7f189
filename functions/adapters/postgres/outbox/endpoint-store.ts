import { type Kysely, type RawBuilder, sql } from 'kysely';
import { isWebhookEvent } from '../../../../src/contract/webhooks.ts';
import { givenUpAfterMs, leaseMs } from '../../../domain/message/delivery.ts';
import type { Endpoint, EndpointStore } from '../../../domain/webhook/endpoint.ts';
import { firstIdOf, type StoreTools, systemTools } from '../connection/store-tools.ts';
import { transact, untilNoConflict } from '../connection/transact.ts';
import type { Schema } from '../schema/schema.ts';

/** How many tries a list shows. */
const MAX_LISTED = 50;

/** How many events one statement changes: DSQL changes 3,000 rows and rows of indexes at most. */
const BATCH_SIZE = 500;

/** The endpoints of a deployment, as the sender needs them. */
export function endpointStore(
  db: Kysely<Schema>,
  { newId, pacing }: StoreTools = systemTools,
): EndpointStore {
  return {
    find: (id) => find(db, id),
    subOf: async (walletId) => {
      const users = db.selectFrom('users').where('wallet_id', '=', walletId);
      return (await users.select('sub').executeTakeFirst())?.sub;
    },
    change: (id, changed) => transact(db, (trx) => change(trx, id, changed), pacing),
    note: async ({ endpointId, messageId, event, at, durationMs, result }) => {
      const ended = { status: null, failure: null, ...result };
      const ids = { id: newId(at), endpoint_id: endpointId, message_id: messageId };
      const row = { ...ids, ...ended, event, at, duration_ms: durationMs };
      await db.insertInto('webhook_tries').values(row).execute();
    },
  };
}

async function find(db: Kysely<Schema>, id: string): Promise<Endpoint | undefined> {
  const rows = db.selectFrom('webhook_endpoints').where('id', '=', id);
  const row = await rows.selectAll().executeTakeFirst();
  return row && endpointOf(row);
}

async function change(trx: Kysely<Schema>, id: string, changed: Partial<Endpoint>): Promise<void> {
  const found = await find(trx, id);
  if (!found) return;
  const row = rowOf({ ...found, ...changed });
  await trx.updateTable('webhook_endpoints').set(row).where('id', '=', id).execute();
}

/** The endpoints, and the events that went to them, for an operator. */
export function endpointOperator(db: Kysely<Schema>, tools: StoreTools = systemTools) {
  return {
    ...endpointStore(db, tools),
    /** The oldest first. */
    list: async () => {
      const rows = await db.selectFrom('webhook_endpoints').selectAll().orderBy('id').execute();
      return rows.map(endpointOf);
    },
    /** How many events wait, by the queue of an endpoint. */
    waiting: async (): Promise<ReadonlyMap<string, number>> => {
      const { rows } = await sql<{ receiver: string; count: number }>`
        select receiver, count(*) as count from outbox
        where state = 'waiting' and receiver like 'webhook %' group by receiver`.execute(db);
      return new Map(rows.map(({ receiver, count }) => [receiver, Number(count)]));
    },
    /** @returns false when there is an endpoint of that address */
    add: async (endpoint: Endpoint): Promise<boolean> => {
      const insert = db.insertInto('webhook_endpoints').values(rowOf(endpoint));
      const unlessKnown = insert.onConflict((conflict) => conflict.column('url').doNothing());
      return (await unlessKnown.executeTakeFirstOrThrow()).numInsertedOrUpdatedRows === 1n;
    },
    /** @returns how many events it had not received */
    remove: async ({ id }: Endpoint): Promise<number> => {
      const deletion = db.deleteFrom('webhook_endpoints').where('id', '=', id);
      await untilNoConflict(() => deletion.execute(), tools.pacing);
      const dropped = sql`state = 'dropped', due_at = null, payload = '', failure = 'by an operator'`;
      const open = sql`receiver = ${`webhook ${id}`} and state in ('waiting', 'dead')`;
      return changeInBatches(db, tools, dropped, open);
    },
    /** The latest tries of all endpoints or of one, the latest first. */
    log: (id?: string) => {
      const tries = db.selectFrom('webhook_tries').select(tryColumns).orderBy('id', 'desc');
      const chosen = id === undefined ? tries : tries.where('endpoint_id', '=', id);
      return chosen.limit(MAX_LISTED).execute();
    },
    /** Sends one event again, whatever became of it. */
    resend: (id: string, now: Date) => resend(db, tools, sql`id = ${id}`, true, now),
    /** Sends the dead events since a time again, and at once what pauses; sent ones too if asked. */
    resendSince: (since: Date, withSent: boolean, now: Date) =>
      resend(db, tools, sql`id >= ${firstIdOf(since)}`, withSent, now),
  };
}

const tryColumns = [
  ...(['at', 'event', 'status', 'failure', 'duration_ms as durationMs'] as const),
  ...(['message_id as messageId', 'endpoint_id as endpointId'] as const),
] as const;

/** Selects events that nobody has claimed and whose payload exists, for three more days. */
function resend(
  db: Kysely<Schema>,
  tools: StoreTools,
  chosen: RawBuilder<unknown>,
  withSent: boolean,
  now: Date,
): Promise<number> {
  const giveUpAt = new Date(now.getTime() + givenUpAfterMs);
  const again = sql`state = 'waiting', due_at = null, tries = null, sent_at = null,
    give_up_at = ${giveUpAt}`;
  // An event that is sent again between two batches is not chosen anew.
  const sent = sql`state = 'sent' and sent_at <= ${now}`;
  const states = withSent ? sql`(state = 'dead' or ${sent})` : sql`state = 'dead'`;
  const pauses = sql`state = 'waiting' and due_at > ${new Date(now.getTime() + leaseMs)}`;
  const isOfService = sql`receiver like 'webhook %' and payload <> ''`;
  const where = sql`${chosen} and ${isOfService} and (${states} or ${pauses})`;
  return changeInBatches(db, tools, again, where);
}

/** Changes rows that a condition finds, and then finds no more; returns how many. */
async function changeInBatches(
  db: Kysely<Schema>,
  { pacing }: StoreTools,
  set: RawBuilder<unknown>,
  where: RawBuilder<unknown>,
): Promise<number> {
  const batch = sql`update outbox set ${set} where ${where} and id in (
    select id from outbox where ${where} order by id limit ${BATCH_SIZE})`;
  let changed = 0;
  for (;;) {
    const { numAffectedRows = 0n } = await untilNoConflict(() => batch.execute(db), pacing);
    changed += Number(numAffectedRows);
    if (numAffectedRows === 0n) return changed;
  }
}

function endpointOf(row: Schema['webhook_endpoints']): Endpoint {
  return {
    id: row.id,
    url: row.url,
    events: row.events.split(' ').filter(isWebhookEvent),
    secretNumber: row.secret_number,
    formerUntil: row.former_until,
    keyCheck: row.key_check,
    createdAt: row.created_at,
    disabledAt: row.disabled_at,
  };
}

function rowOf(endpoint: Endpoint): Schema['webhook_endpoints'] {
  return {
    id: endpoint.id,
    url: endpoint.url,
    events: endpoint.events.join(' '),
    secret_number: endpoint.secretNumber,
    former_until: endpoint.formerUntil,
    key_check: endpoint.keyCheck,
    created_at: endpoint.createdAt,
    disabled_at: endpoint.disabledAt,
  };
}
