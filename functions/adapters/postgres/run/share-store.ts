import { type Kysely, sql } from 'kysely';
import { asOf } from '../../../domain/run/run.ts';
import type { ShareStore } from '../../../domain/run/run-store.ts';
import { type StoreTools, systemTools } from '../connection/store-tools.ts';
import { untilNoConflict } from '../connection/transact.ts';
import type { Schema } from '../schema/schema.ts';
import { runOfRow } from './run-rows.ts';

/** Stores which results have a link: the token itself, because its row has the result too. */
export function shareStore(
  db: Kysely<Schema>,
  { pacing }: Pick<StoreTools, 'pacing'> = systemTools,
): ShareStore {
  const ofOwner = (walletId: string, id: string) =>
    db.updateTable('runs').where('id', '=', id).where('wallet_id', '=', walletId);
  return {
    share: async ({ walletId, id, token, now }) => {
      const shared = ofOwner(walletId, id)
        .where('status', '=', 'succeeded')
        .where('result', 'is not', null)
        .where('kept_until', '>', now)
        .set({ share_token: sql<string>`coalesce(share_token, ${token})` })
        .returning('share_token');
      const row = await untilNoConflict(() => shared.executeTakeFirst(), pacing);
      return row?.share_token ?? undefined;
    },
    end: async ({ walletId, id }) => {
      const ended = ofOwner(walletId, id).set({ share_token: null });
      const { numUpdatedRows } = await untilNoConflict(
        () => ended.executeTakeFirstOrThrow(),
        pacing,
      );
      return numUpdatedRows > 0n;
    },
    find: async (token, now) => {
      const row = await db
        .selectFrom('runs')
        .where('share_token', 'is not', null)
        .where('share_token', '=', token)
        // An owner who has left shares nothing, though the sweep deletes the run only later.
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('erasures')
                .whereRef('erasures.wallet_id', '=', 'runs.wallet_id')
                .whereRef('erasures.asked_at', '>=', 'runs.started_at')
                .select('erasures.wallet_id'),
            ),
          ),
        )
        .selectAll()
        .executeTakeFirst();
      const run = row && asOf(runOfRow(row), now);
      return run?.result ? run : undefined;
    },
  };
}
