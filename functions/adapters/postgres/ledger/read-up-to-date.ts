import type { Kysely, Transaction } from 'kysely';
import type { Wallet } from '../../../domain/ledger/wallet.ts';
import { newId } from '../connection/ids.ts';
import { systemPacing, transact } from '../connection/transact.ts';
import type { Schema } from '../schema/schema.ts';
import { settleDue } from './change-wallet.ts';
import type { CommandTools } from './run-command.ts';

/**
 * Reads of a wallet's ledger as of `now`: what time has done to it is stored first (rule 5), which
 * is nothing for most reads. All of it is one transaction, so the reads tell one story.
 *
 * @throws ContentionError when others were in the way to the last attempt
 */
export function readUpToDate<T>(
  db: Kysely<Schema>,
  { walletId, now }: { readonly walletId: string; readonly now: Date },
  read: (trx: Transaction<Schema>, wallet: Wallet) => Promise<T>,
  tools: CommandTools = { newId, pacing: systemPacing },
): Promise<T> {
  return transact(
    db,
    async (trx) => {
      return read(trx, await settleDue(trx, { walletId, now, newId: tools.newId }));
    },
    tools.pacing,
  );
}
