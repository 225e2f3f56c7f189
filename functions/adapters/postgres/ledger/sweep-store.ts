import type { Kysely } from 'kysely';
import { DAY_MS } from '../../../../src/contract/durations.ts';
import type { SweepStore } from '../../../domain/ledger/ledger-store.ts';
import { sessionExpiry } from '../../../domain/session/session.ts';
import { firstIdOf, type StoreTools, systemTools } from '../connection/store-tools.ts';
import { transact } from '../connection/transact.ts';
import type { Schema } from '../schema/schema.ts';
import { forgetFullBuckets } from '../session/bucket-store.ts';
import { settleDue } from './change-wallet.ts';
import { walletQueue } from './wallet-queue.ts';

/** How many holds, and how many lots, one run reads. The next run reads the rest. */
const MAX_DUE = 500;

/** How many sessions one run deletes at most. */
const MAX_FORGOTTEN = 1_000;

/**
 * How long after its expiry the sweep looks for a lot, in days: longer than an outage. Without a
 * limit every run would read all lots that ever expired. An older lot is not lost: the next read or
 * write of its wallet expires it.
 */
const LOOK_BACK_DAYS = 7;

/** @throws ContentionError from `advance` when every attempt conflicted */
export function sweepStore(
  db: Kysely<Schema>,
  { newId, pacing }: StoreTools = systemTools,
): SweepStore {
  return {
    dueWallets: async (now) => {
      const due = [...(await walletsOfDueHolds(db, now)), ...(await walletsOfDueLots(db, now))];
      return [...new Set(due.map((row) => row.wallet_id))];
    },
    advance: async (walletId, now) => {
      await walletQueue(walletId, () =>
        transact(db, (trx) => settleDue(trx, { walletId, now, newId }), pacing),
      );
    },
    forgetSessions: (now) => forgetSessions(db, now),
    forgetBuckets: (now) => forgetFullBuckets(db, now),
  };
}

function walletsOfDueHolds(db: Kysely<Schema>, now: Date) {
  return db
    .selectFrom('holds')
    .where('state', '=', 'open')
    .where('expires_at', '<=', now)
    .select('wallet_id')
    .orderBy('expires_at')
    .limit(MAX_DUE)
    .execute();
}

function walletsOfDueLots(db: Kysely<Schema>, now: Date) {
  return db
    .selectFrom('lots')
    .where('expires_at', '>', new Date(now.getTime() - LOOK_BACK_DAYS * DAY_MS))
    .where('expires_at', '<=', now)
    .where('remaining', '>', 0)
    .select('wallet_id')
    .orderBy('expires_at')
    .limit(MAX_DUE)
    .execute();
}

/**
 * Sessions have no index on their expiry. But their ids sort by their start, and all have the same
 * limit, so expired sessions lie at the front of the primary key.
 */
async function forgetSessions(db: Kysely<Schema>, now: Date): Promise<number> {
  const lifeMs = sessionExpiry(now).getTime() - now.getTime();
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('id', 'in', (query) =>
      query
        .selectFrom('sessions')
        .select('id')
        .where('id', '<', firstIdOf(new Date(now.getTime() - lifeMs + 1)))
        .where('expires_at', '<=', now)
        .orderBy('id')
        .limit(MAX_FORGOTTEN),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
