import type { Transaction } from 'kysely';
import { advance } from '../../../domain/ledger/advance.ts';
import {
  type Accepted,
  accepted,
  type Change,
  type Refused,
  unchanged,
} from '../../../domain/ledger/entry.ts';
import type { Wallet } from '../../../domain/ledger/wallet.ts';
import type { NewId } from '../connection/ids.ts';
import type { Schema } from '../schema/schema.ts';
import { type Include, readWallet } from './wallet-rows.ts';
import { writeWallet } from './write-wallet.ts';

/** Which wallet a command is about, and when. */
export interface WalletContext {
  readonly walletId: string;
  readonly named?: Include | undefined;
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
  { walletId, named, now, newId }: WalletContext,
  decide: (wallet: Wallet) => Accepted | R,
): Promise<Accepted | R> {
  const stored = await readWallet(trx, walletId, now, named);
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
  context: Omit<WalletContext, 'named'>,
): Promise<Wallet> {
  const { wallet } = await changeWallet<never>(trx, context, (same) => accepted(unchanged(same)));
  return wallet;
}
