import type { Kysely } from 'kysely';
import { advance } from '../../../domain/ledger/advance.ts';
import {
  availableCredits,
  heldCredits,
  type Lot,
  owedCredits,
} from '../../../domain/ledger/wallet.ts';
import type { Schema } from '../schema/schema.ts';
import { readWallet } from './wallet-rows.ts';

/** Users of one address that a search names; there may be one for each way to sign in. */
const MAX_USERS = 10;

/** Open holds that are shown, the next to expire first. */
const MAX_HOLDS = 20;

/** Entries that are shown, the newest first. */
const MAX_ENTRIES = 10;

/** A user as a search finds them. */
export interface FoundUser {
  readonly sub: string;
  readonly walletId: string;
}

/** What an operator sees of a wallet, as of a time. */
export interface WalletView {
  readonly available: number;
  readonly held: number;
  readonly owed: number;
  /** Lots with something to spend, in the order in which they burn. */
  readonly lots: readonly Lot[];
  readonly holds: readonly {
    readonly id: string;
    readonly amount: number;
    readonly reference: string;
    readonly expiresAt: Date;
  }[];
  readonly entries: readonly {
    readonly number: number;
    readonly kind: string;
    readonly quantity: number;
    readonly balanceAfter: number;
    readonly actor: string;
    readonly at: Date;
  }[];
}

/**
 * The users whom a text names: the one of that subject, or else those with that e-mail address,
 * whose letters may be small or capital.
 */
export async function findUsers(db: Kysely<Schema>, who: string): Promise<readonly FoundUser[]> {
  const users = db.selectFrom('users').select(['sub', 'wallet_id as walletId']);
  const bySub = await users.where('sub', '=', who).execute();
  if (bySub.length > 0) return bySub;
  return users
    .where((is) => is(is.fn<string>('lower', ['email']), '=', who.toLowerCase()))
    .orderBy('sub')
    .limit(MAX_USERS)
    .execute();
}

/** A wallet as of `now`: lots and holds past their time are already out of it. */
export async function viewWallet(
  db: Kysely<Schema>,
  walletId: string,
  now: Date,
): Promise<WalletView> {
  const { wallet } = advance(await readWallet(db, walletId, now), now);
  return {
    available: availableCredits(wallet),
    held: heldCredits(wallet),
    owed: owedCredits(wallet),
    lots: wallet.lots.filter((lot) => lot.remainingCredits > 0),
    holds: await openHolds(db, walletId, now),
    entries: await latestEntries(db, walletId),
  };
}

function openHolds(db: Kysely<Schema>, walletId: string, now: Date) {
  return db
    .selectFrom('holds')
    .where('wallet_id', '=', walletId)
    .where('state', '=', 'open')
    .where('expires_at', '>', now)
    .select(['id', 'amount', 'reference', 'expires_at as expiresAt'])
    .orderBy('expires_at')
    .limit(MAX_HOLDS)
    .execute();
}

function latestEntries(db: Kysely<Schema>, walletId: string) {
  return db
    .selectFrom('entries')
    .where('wallet_id', '=', walletId)
    .select(['number', 'kind', 'quantity', 'balance_after as balanceAfter', 'actor', 'at'])
    .orderBy('number', 'desc')
    .limit(MAX_ENTRIES)
    .execute();
}
