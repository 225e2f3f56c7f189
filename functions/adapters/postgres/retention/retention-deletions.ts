import { type Kysely, type RawBuilder, sql } from 'kysely';
import { departureKeptDays } from '../../../../src/contract/account.ts';
import { DAY_MS } from '../../../../src/contract/durations.ts';
import type { SweepStore } from '../../../domain/ledger/ledger-store.ts';
import {
  debtKeptDays,
  historyKeptDays,
  keyKeptDays,
  noticeKeptDays,
  tryKeptDays,
} from '../../../domain/retention/retention.ts';
import { sessionExpiry } from '../../../domain/session/session.ts';
import { firstIdOf, type StoreTools } from '../connection/store-tools.ts';
import { transact } from '../connection/transact.ts';
import type { Schema } from '../schema/schema.ts';
import { forgetFullBuckets } from '../session/bucket-store.ts';
import { isPlaceOver } from '../upload/upload-store.ts';
import { readPosition, writePosition } from './sweep-positions.ts';

/**
 * How many rows one statement deletes at most. A transaction on Aurora DSQL changes 3,000 rows at
 * most, and rows of indexes count ("Cluster quotas and database limits" in its user guide).
 */
const MAX_FORGOTTEN = 500;

/** How many keys one read passes, and how many reads one run makes. A key has no other index. */
const MAX_PASSED_KEYS = 2_000;
const MAX_KEY_READS = 3;

/** Deletes what `domain/retention/retention.ts` lets go. Each function returns how many rows. */
export function retentionDeletions(db: Kysely<Schema>, tools: StoreTools): SweepStore['forget'] {
  const before = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS);
  const older = (now: Date, days: number) => sql`id < ${firstIdOf(before(now, days))}`;
  return {
    sessions: (now) => forget(db, 'sessions', sql`${expired(now)} and expires_at <= ${now}`),
    buckets: (now) => forgetFullBuckets(db, now),
    keys: (now) => forgetKeys(db, before(now, keyKeptDays), tools),
    notices: (now) => forget(db, 'outbox', older(now, noticeKeptDays)),
    tries: (now) => forget(db, 'webhook_tries', older(now, tryKeptDays)),
    // The part of the sweep that deletes results deletes their files first.
    runs: (now) => forget(db, 'runs', sql`${older(now, historyKeptDays)} and is_kept = false`),
    purchases: (now) =>
      forget(
        db,
        'purchases',
        sql`progress = 'closed' and created_at < ${before(now, historyKeptDays)}
          and not exists (select from reversals where purchase_id = purchases.id)`,
      ),
    uploadPlaces: (now) => forgetUploadPlaces(db, now),
    departures: (now) =>
      forgetDepartures(db, before(now, departureKeptDays), before(now, debtKeptDays)),
  };
}

/**
 * Sessions have no index on their expiry. But their ids sort by their start, and all have the same
 * limit, so expired sessions lie at the front of the primary key.
 */
function expired(now: Date): RawBuilder<unknown> {
  const lifeMs = sessionExpiry(now).getTime() - now.getTime();
  return sql`id < ${firstIdOf(new Date(now.getTime() - lifeMs + 1))}`;
}

/** Ids sort by their time, so the oldest rows go first. A row that changes meanwhile stays. */
async function forget(
  db: Kysely<Schema>,
  table: 'sessions' | 'outbox' | 'webhook_tries' | 'runs' | 'purchases',
  isOver: RawBuilder<unknown>,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where ${isOver} and id in (
      select id from ${sql.table(table)} where ${isOver} order by id limit ${MAX_FORGOTTEN})`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}

/**
 * Deletes callers' old keys. An index on their time would slow every command, so each run passes the
 * next keys in the order of the primary key, and begins anew after the last.
 */
async function forgetKeys(
  db: Kysely<Schema>,
  oldest: Date,
  { pacing }: StoreTools,
): Promise<number> {
  let deleted = 0;
  for (let reads = 0; reads < MAX_KEY_READS; reads += 1) {
    const passed = await transact(db, (trx) => passKeys(trx, oldest), pacing);
    deleted += passed.deleted;
    if (passed.isLast) break;
  }
  return deleted;
}

/** The audit asks since when keys may be missing, so that this is stored in the same transaction. */
async function passKeys(trx: Kysely<Schema>, oldest: Date) {
  const stored = await readPosition(trx, 'keys');
  const [wallet, key] = stored?.split(/ (.*)/s) ?? [];
  const behind = stored === null ? sql`true` : sql`(wallet_id, key) > (${wallet}, ${key})`;
  const { rows } = await sql<Pick<Schema['idempotency_keys'], 'wallet_id' | 'key'>>`
    select wallet_id, key from idempotency_keys where ${behind}
    order by wallet_id, key limit 1 offset ${MAX_PASSED_KEYS - 1}`.execute(trx);
  const [last] = rows;
  const until = last ? sql`(wallet_id, key) <= (${last.wallet_id}, ${last.key})` : sql`true`;
  const deletion = await sql`
    delete from idempotency_keys where ${behind} and ${until} and created_at < ${oldest}
      and (actor is not null or position(' ' in key) = 0)`.execute(trx);
  const deleted = Number(deletion.numAffectedRows ?? 0);
  const position = last ? `${last.wallet_id} ${last.key}` : null;
  if (deleted > 0 || position !== stored) await writePosition(trx, 'keys', position, oldest);
  return { deleted, isLast: !last };
}

/** An announcement that takes a place of before meanwhile keeps it. */
async function forgetUploadPlaces(db: Kysely<Schema>, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from upload_places where ${isPlaceOver(now)} and (sub_key, place) in (
      select sub_key, place from upload_places where ${isPlaceOver(now)}
      order by expires_at limit ${MAX_FORGOTTEN})`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** While something is owed, the way back to the wallet is kept for longer. */
async function forgetDepartures(db: Kysely<Schema>, usual: Date, ofDebtors: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from departures where wallet_id in (
      select wallet_id from departures join wallets on wallets.id = wallet_id
      where left_at < ${usual} and (owed = 0 or left_at < ${ofDebtors})
      limit ${MAX_FORGOTTEN})`.execute(db);
  return Number(numAffectedRows ?? 0);
}
