import type { Database } from '../adapters/postgres/connection/database.ts';
import { ledgerStore } from '../adapters/postgres/ledger/ledger-store.ts';
import type { LedgerStore } from '../domain/ledger/ledger-store.ts';
import type { Env } from '../env.ts';
import { trialKeySecretOf } from '../settings.ts';

/** The ledger for handlers of services, which also finds the wallets of users who left. */
export function serviceLedger(db: Database, env: Env): { readonly ledger: LedgerStore } {
  return { ledger: ledgerStore(db, { secret: trialKeySecretOf(env) }) };
}
