import type { Kysely, Transaction } from 'kysely';
import { advance } from '../../../domain/ledger/advance.ts';
import {
  type Accepted,
  accepted,
  type Change,
  type Refused,
  unchanged,
} from '../../../domain/ledger/entry.ts';
import { needsTopUp, type Wallet } from '../../../domain/ledger/wallet.ts';
import { sqlClientOf } from '../connection/database.ts';
import { type NewId, type StoreTools, systemTools } from '../connection/store-tools.ts';
import { transact } from '../connection/transact.ts';
import type { Schema } from '../schema/schema.ts';
import { type Include, readWallet } from './wallet-rows.ts';
import { wakeTopUp, writeWallet } from './write-wallet.ts';

export interface WalletContext {
  readonly walletId: string;
  readonly include?: Include | undefined;
  readonly now: Date;
  readonly newId: NewId;
}

/**
 * Changes a wallet in the caller's transaction: reads it, brings it to `now`, applies a rule and
 * stores the result. Expiries are stored even when the rule refuses.
 * @returns the decision of the rule; an accepted one has the wallet as stored
 * @throws Error when there is no such wallet
 */
export async function changeWallet<R extends Refused<string> = never>(
  trx: Transaction<Schema>,
  { walletId, include, now, newId }: WalletContext,
  decide: (wallet: Wallet) => Accepted | R,
): Promise<Accepted | R> {
  const stored = await readWallet(sqlClientOf(trx), walletId, now, include);
  const current = advance(stored, now);
  const decided = decide(current.wallet);
  const change: Change = decided.ok
    ? { wallet: decided.wallet, entries: [...current.entries, ...decided.entries] }
    : current;
  await writeWallet(trx, stored, change, { now, newId });
  // Expiry alone buys nothing, but its user then lacks credits for a run.
  const isMissed = !decided.ok && decided.code === 'credits_insufficient';
  if (isMissed && needsTopUp(change.wallet)) await wakeTopUp(trx, walletId, now);
  return decided;
}

/** Stores the expiries that are due, in the caller's transaction, and returns the wallet. */
export async function settleDue(
  trx: Transaction<Schema>,
  context: Omit<WalletContext, 'include'>,
): Promise<Wallet> {
  const { wallet } = await changeWallet<never>(trx, context, (same) => accepted(unchanged(same)));
  return wallet;
}

/**
 * Reads a wallet's ledger as of `now`, in one transaction. It first stores the expiries that are due
 * (rule 5); most reads have none.
 * @throws ContentionError when every attempt conflicted with other transactions
 */
export function readUpToDate<T>(
  db: Kysely<Schema>,
  { walletId, now }: { readonly walletId: string; readonly now: Date },
  read: (trx: Transaction<Schema>, wallet: Wallet) => Promise<T>,
  tools: StoreTools = systemTools,
): Promise<T> {
  const work = async (trx: Transaction<Schema>) =>
    read(trx, await settleDue(trx, { walletId, now, newId: tools.newId }));
  return transact(db, work, tools.pacing);
}
