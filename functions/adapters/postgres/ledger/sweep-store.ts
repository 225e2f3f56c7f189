import { type Kysely, sql } from 'kysely';
import type { DueWork, SweepStore } from '../../../domain/ledger/ledger-store.ts';
import { type StoreTools, systemTools } from '../connection/store-tools.ts';
import { transact } from '../connection/transact.ts';
import { type DuePart, nextDue } from '../retention/due-rows.ts';
import { retentionDeletions } from '../retention/retention-deletions.ts';
import type { Schema } from '../schema/schema.ts';
import { settleDue } from './change-wallet.ts';
import { walletQueue } from './wallet-queue.ts';

/** The conditions are those of the indexes `holds_open` and `lots_due`. */
const [holds, lots] = [
  { table: 'holds', id: 'wallet_id', at: 'expires_at', is: sql`state = 'open'` },
  { table: 'lots', id: 'wallet_id', at: 'expires_at', is: sql`remaining > 0` },
] as const satisfies readonly DuePart[];

/** @throws ContentionError from `settle` when every attempt conflicted */
export function sweepStore(db: Kysely<Schema>, tools: StoreTools = systemTools): SweepStore {
  const wallets = (part: DuePart): DueWork => ({
    due: (now) => nextDue(db, part, now, tools.pacing),
    settle: async (walletId, now) => {
      const work = () =>
        transact(db, (trx) => settleDue(trx, { walletId, now, newId: tools.newId }), tools.pacing);
      await walletQueue(walletId, work);
    },
  });
  return { holds: wallets(holds), lots: wallets(lots), forget: retentionDeletions(db, tools) };
}
