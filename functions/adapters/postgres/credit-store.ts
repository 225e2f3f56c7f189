import type { Kysely } from 'kysely';
import { expire } from '../../domain/ledger.ts';
import type { CreditStore } from '../../domain/stores.ts';
import type { Schema } from './schema.ts';
import { readWallet } from './wallet-rows.ts';

/** Reads wallets. What has expired is left out of the answer and written by the next change. */
export function creditStore(db: Kysely<Schema>): CreditStore {
  return {
    read: async (walletId, now) => expire(await readWallet(db, walletId), now).wallet,
  };
}
