import type { Kysely, Transaction } from 'kysely';
import { advance } from '../../../domain/ledger/advance.ts';
import {
  type Accepted,
  accepted,
  type Change,
  type Refused,
  unchanged,
} from '../../../domain/ledger/entry.ts';
import type { Wallet } from '../../../domain/ledger/wallet.ts';
import { type NewId, type StoreTools, systemTools } from '../connection/store-tools.ts';
import { transact } from '../connection/transact.ts';
import type { Schema } from '../schema/schema.ts';
import { type Include, readWallet } from './wallet-rows.ts';
import { writeWallet } from './write-wallet.ts';

/** Which wallet a command is about, and when. */
export interface WalletContext {
  readonly walletId: string;
  readonly include?: Include | undefined;
  readonly now: Date;
  readonly newId: NewId;
}

/**
 * Does one command to a wallet, in the transaction of the caller: reads it, brings it to `now`,
 * lets the rules decide, and stores what became of it. What time did is stored also when the
 * rules refuse.
 *
 * @returns what the rules decided; the wallet in it is as stored then
 */
export async function changeWallet<R extends Refused<string> = never>(
  trx: Transaction<Schema>,
  { walletId, include, now, newId }: WalletContext,
  decide: (wallet: Wallet) => Accepted | R,
): Promise<Accepted | R> {
  const stored = await readWallet(trx, walletId, now, include);
  const current = advance(stored, now);
  const decided = decide(current.wallet);
  const change: Change = decided.ok
    ? { wallet: decided.wallet, entries: [...current.entries, ...decided.entries] }
    : current;
  await writeWallet(trx, stored, change, { now, newId });
  return decided;
}

/**
 * Stores what time has done to a wallet, in the transaction of the caller.
 *
 * @returns the wallet as stored then
 */
export async function settleDue(
  trx: Transaction<Schema>,
  context: Omit<WalletContext, 'include'>,
): Promise<Wallet> {
  const { wallet } = await changeWallet<never>(trx, context, (same) => accepted(unchanged(same)));
  return wallet;
}

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
  tools: StoreTools = systemTools,
): Promise<T> {
  return transact(
    db,
    async (trx) => {
      return read(trx, await settleDue(trx, { walletId, now, newId: tools.newId }));
    },
    tools.pacing,
  );
}
