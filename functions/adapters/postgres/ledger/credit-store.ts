import type { Kysely } from 'kysely';
import { advance } from '../../../domain/ledger/advance.ts';
import type { CreditStore } from '../../../domain/ledger/ledger-store.ts';
import type { Schema } from '../schema/schema.ts';
import { readWallet } from './wallet-rows.ts';

/** Reads wallets. What time has done to one is in the answer, and stored by the next change. */
export function creditStore(db: Kysely<Schema>): CreditStore {
  return {
    read: async (walletId, now) => advance(await readWallet(db, walletId, now), now).wallet,
  };
}
