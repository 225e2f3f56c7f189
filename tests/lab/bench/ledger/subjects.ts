import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import { errorCode } from '../../../../functions/adapters/postgres/connection/errors.ts';
import {
  newId,
  systemTools,
} from '../../../../functions/adapters/postgres/connection/store-tools.ts';
import { ledgerStore } from '../../../../functions/adapters/postgres/ledger/ledger-store.ts';
import { runCommand, sumsOf } from '../../../../functions/adapters/postgres/ledger/run-command.ts';
import type { Schema } from '../../../../functions/adapters/postgres/schema/schema.ts';
import { hold } from '../../../../functions/domain/ledger/hold.ts';
import { holdSchema } from '../../../../src/contract/holds.ts';
import type { BareDatabase, Query } from './bare-database.ts';

/** A ledger that can hold a credit of a wallet and capture it, each under a key. */
export interface Subject {
  /** @returns the id of the hold */
  readonly hold: (walletId: string, key: string, now: Date) => Promise<string>;
  readonly capture: (holdId: string, key: string, now: Date) => Promise<void>;
}

/** How long the holds of the bench last, in milliseconds: longer than the bench. */
export const HOLD_LIFE_MS = 3_600_000;

/** The retries of the product, in number and in milliseconds. */
const MAX_ATTEMPTS = 15;
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 320;

/** The ledger of the product. */
export function product(db: Kysely<Schema>): Subject {
  const store = ledgerStore(db);
  return {
    hold: async (walletId, idempotencyKey, now) => {
      const keyed = { idempotencyKey, actor: 'bench', now };
      const command = { walletId, amountCredits: 1, lifeMs: HOLD_LIFE_MS, reference: 'run', keyed };
      const outcome = await store.hold(command);
      if (!outcome.ok) throw new Error(`a hold was refused: ${outcome.code}`);
      return outcome.body.id;
    },
    capture: async (holdId, idempotencyKey, now) => {
      const keyed = { idempotencyKey, actor: 'bench', now };
      const outcome = await store.capture({ holdId, keyed });
      if (!outcome.ok) throw new Error(`a capture was refused: ${outcome.code}`);
    },
  };
}

/** The ledger of the product by the personal key of each wallet, with the wallet's id and three caps. */
export function productByKey(db: Kysely<Schema>): Subject {
  return {
    ...product(db),
    hold: async (walletId, idempotencyKey, now) => {
      const meta = { idempotencyKey, actor: 'bench', now };
      const holdId = newId(now);
      const expiresAt = new Date(now.getTime() + HOLD_LIFE_MS);
      const asked = { amountCredits: 1, keyId: walletId, holdId, expiresAt, reference: 'run' };
      const outcome = await runCommand(db, systemTools, {
        ...{ walletId, include: { keyId: walletId }, meta, content: { command: 'hold' } },
        decide: (wallet) => hold(wallet, { ...meta, ...asked }),
        bodySchema: holdSchema,
        bodyOf: ({ wallet }) => ({
          ...{ id: holdId, amount: 1, expiresAt: expiresAt.toISOString() },
          ...sumsOf(wallet),
        }),
      });
      if (!outcome.ok) throw new Error(`a hold was refused: ${outcome.code}`);
      return holdId;
    },
  };
}

/** A wallet with its only lot, in the columns that a move of one credit changes. */
const rowSchema = z.object({
  id: z.string(),
  entry_count: z.number(),
  wallet_held: z.number(),
  remaining: z.number(),
  held: z.number(),
});

interface Command {
  readonly kind: 'hold' | 'capture';
  readonly walletId: string;
  readonly holdId: string;
  readonly key: string;
  readonly now: Date;
  /** Whether it writes the row of the wallet's personal key, too. */
  readonly isByKey: boolean;
}

/**
 * The statements of the product, written by hand and run by the bare driver: the same transaction,
 * isolation, retries and queue. It knows no rules: it moves one credit of a wallet's only lot.
 */
export function reference(database: BareDatabase, isByKey: boolean): Subject {
  const turns = new Map<string, Promise<unknown>>();
  const run = (command: Command): Promise<void> => {
    const before = turns.get(command.walletId) ?? Promise.resolve();
    const mine = before.then(() => transact(database, (query) => obey(query, command)));
    turns.set(
      command.walletId,
      mine.catch(() => undefined),
    );
    return mine;
  };
  return {
    hold: async (walletId, key, now) => {
      const holdId = newId(now);
      await run({ kind: 'hold', walletId, holdId, key, now, isByKey });
      return holdId;
    },
    capture: async (holdId, key, now) => {
      const [found] = await database.query(
        `select holds.wallet_id, users.sub from holds
         left join users on users.wallet_id = holds.wallet_id where holds.id = $1`,
        [holdId],
      );
      const walletId = String(found?.wallet_id);
      await run({ kind: 'capture', walletId, holdId, key, now, isByKey });
    },
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

async function obey(query: Query, command: Command): Promise<void> {
  const { kind, walletId, holdId, key, now, isByKey } = command;
  const [known] = await query(
    'select request_hash, response from idempotency_keys where wallet_id in ($1, $2) and key = $3',
    [walletId, claims, key],
  );
  if (known) throw new Error('the bench used a key twice');
  const [found] = await query(selectWallet, [walletId, 2_001]);
  const before = rowSchema.parse(found);
  if (kind === 'capture' || before.wallet_held > 0) {
    await query(selectHolds, [walletId, now, kind === 'capture' ? holdId : null, 1_000]);
  }
  const [remaining, held] =
    kind === 'hold' ? [before.remaining - 1, before.held + 1] : [before.remaining, before.held - 1];
  const number = before.entry_count + 1;
  if (isByKey) await query(updateKey, [JSON.stringify({ life: [number, held, 0] }), walletId]);
  await query(updateWallet, [number, remaining, held, 0, null, now, walletId]);
  const lot = [before.id, walletId, 'operator', remaining, remaining, held, 0, 0, 0];
  await query(upsertLot, [...lot, 'bench', null, 'bench', now, now]);
  const shares = JSON.stringify([[before.id, 1]]);
  const [state, captured] = kind === 'hold' ? ['open', '[]'] : ['captured', shares];
  const until = new Date(now.getTime() + HOLD_LIFE_MS);
  await query(upsertHold, [
    holdId,
    walletId,
    1,
    shares,
    state,
    captured,
    'run',
    now,
    until,
    'bench',
  ]);
  const balance = before.remaining + before.held;
  const sums = [balance, remaining + held, remaining, held, 0];
  const entry = [walletId, number, kind, 1, remaining + held - balance, ...sums];
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

const updateKey = 'update personal_keys set used = $1 where id = $2';

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
