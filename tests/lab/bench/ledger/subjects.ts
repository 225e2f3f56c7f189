import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import { errorCode } from '../../../../functions/adapters/postgres/connection/errors.ts';
import { newId } from '../../../../functions/adapters/postgres/connection/store-tools.ts';
import type { BareDatabase, Query } from './bare-database.ts';

/** How long the holds of the bench last, in milliseconds: longer than the bench. */
const HOLD_LIFE_MS = 3_600_000;

/** The retries of the product, in number and in milliseconds. */
const MAX_ATTEMPTS = 15;
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 320;

/** A wallet with its only lot, in the columns that a move of one credit changes. */
const rowSchema = z.object({
  id: z.string(),
  entry_count: z.number(),
  wallet_held: z.number(),
  remaining: z.number(),
  held: z.number(),
});

/**
 * Holds of the product in statements written by hand and run by the bare driver: the same transaction,
 * isolation, retries and queue. It knows no rules: it holds one credit of a wallet's only lot.
 */
export function reference(database: BareDatabase) {
  const turns = new Map<string, Promise<unknown>>();
  return (walletId: string, key: string, now: Date): Promise<void> => {
    const before = turns.get(walletId) ?? Promise.resolve();
    const mine = before.then(() =>
      transact(database, (query) => hold(query, { walletId, key, now })),
    );
    turns.set(
      walletId,
      mine.catch(() => undefined),
    );
    return mine;
  };
}

/** Runs statements in a transaction, and again after a conflict. */
export async function transact(
  database: BareDatabase,
  work: (query: Query) => Promise<void>,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database.onConnection((query) => once(query, work));
    } catch (error) {
      if (errorCode(error) !== '40001' || attempt === MAX_ATTEMPTS) throw error;
    }
    await sleep(Math.random() * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1)));
  }
}

async function once(query: Query, work: (query: Query) => Promise<void>): Promise<void> {
  await query('start transaction isolation level repeatable read', []);
  try {
    await work(query);
    await query('commit', []);
  } catch (error) {
    await query('rollback', []);
    throw error;
  }
}

/** The id under which the bench claims its keys, as a caller of the product does. */
const claims = '00000000-0000-8000-8000-000000000001';

interface Hold {
  readonly walletId: string;
  readonly key: string;
  readonly now: Date;
}

async function hold(query: Query, { walletId, key, now }: Hold): Promise<void> {
  const [known] = await query(
    'select request_hash, response from idempotency_keys where wallet_id in ($1, $2) and key = $3',
    [walletId, claims, key],
  );
  if (known) throw new Error('the bench used a key twice');
  const [found] = await query(selectWallet, [walletId, 2_001]);
  const before = rowSchema.parse(found);
  if (before.wallet_held > 0) await query(selectHolds, [walletId, now, null, 1_000]);
  const holdId = newId(now);
  const [remaining, held] = [before.remaining - 1, before.held + 1];
  const number = before.entry_count + 1;
  await query(updateWallet, [number, remaining, held, 0, null, now, walletId]);
  const lot = [before.id, walletId, 'operator', remaining, remaining, held, 0, 0, 0];
  await query(upsertLot, [...lot, 'bench', null, 'bench', now, now]);
  const shares = JSON.stringify([[before.id, 1]]);
  const until = new Date(now.getTime() + HOLD_LIFE_MS);
  const terms = [holdId, walletId, 1, shares, 'open', '[]', 'run', now, until, 'bench'];
  await query(upsertHold, terms);
  const sums = [before.remaining + before.held, remaining + held, remaining, held, 0];
  const entry = [walletId, number, 'hold', 1, 0, ...sums];
  await query(insertEntry, [...entry, null, holdId, 'run', key, 'bench', now]);
  const answer = JSON.stringify({ ok: true, body: { id: holdId, available: remaining, held } });
  await query(insertKey, [walletId, key, 'hash', answer, now, claims]);
}

export const selectWallet = `
  select wallets.entry_count, wallets.held as wallet_held, wallets.low_mark, lots.id, lots.source,
    lots.amount, lots.remaining, lots.held, lots.owed, lots.expired, lots.refunded,
    lots.reference, lots.reason, lots.actor, lots.granted_at, lots.expires_at
  from wallets left join lots on lots.wallet_id = wallets.id
    and (lots.remaining > 0 or lots.held > 0 or lots.owed > 0)
  where wallets.id = $1 limit $2`;

const selectHolds = `
  select * from holds where wallet_id = $1 and (state = 'open' and expires_at <= $2 or id = $3)
  order by id = $3 desc nulls last, expires_at, id limit $4`;

const updateWallet = `
  update wallets set entry_count = $1, available = $2, held = $3, owed = $4, low_mark = $5,
    updated_at = $6 where id = $7`;

const upsertLot = `
  insert into lots (id, wallet_id, source, amount, remaining, held, owed, expired, refunded,
    reference, reason, actor, granted_at, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
  on conflict (id) do update set remaining = excluded.remaining, held = excluded.held,
    owed = excluded.owed, expired = excluded.expired, refunded = excluded.refunded`;

const upsertHold = `
  insert into holds (id, wallet_id, amount, split, state, captured, reference, created_at,
    expires_at, actor)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
  on conflict (id) do update set amount = excluded.amount, split = excluded.split,
    state = excluded.state, captured = excluded.captured, expires_at = excluded.expires_at`;

const insertEntry = `
  insert into entries (wallet_id, number, kind, quantity, amount, balance_before, balance_after,
    available_after, held_after, owed_after, lot_id, hold_id, reference, idempotency_key, actor,
    at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`;

const insertKey = `
  insert into idempotency_keys (wallet_id, key, request_hash, response, created_at)
  values ($1, $2, $3, $4, $5), ($6, $2, $1::text, '', $5)
  on conflict (wallet_id, key) do nothing`;
