import type { Kysely } from 'kysely';
import { advance } from '../../../domain/ledger/advance.ts';
import {
  availableCredits,
  heldCredits,
  owedCredits,
  sumOfShares,
  unspentShares,
} from '../../../domain/ledger/wallet.ts';
import { sqlClientOf } from '../connection/database.ts';
import type { Schema } from '../schema/schema.ts';
import { holdOfRow, readWallet } from './wallet-rows.ts';

/** How many users of one address a search lists: there may be one for each way to sign in. */
const MAX_USERS = 10;

/** How many open holds are listed, the next to expire first. */
const MAX_HOLDS = 20;

/** How many entries are listed, newest first. */
const MAX_ENTRIES = 10;

export interface FoundUser {
  readonly sub: string;
  readonly walletId: string;
}

/** A wallet as an operator sees it. */
export type WalletView = Awaited<ReturnType<typeof viewWallet>>;

/** Finds the user of a subject, or else the users with an e-mail address in any letters. */
export async function findUsers(db: Kysely<Schema>, text: string): Promise<readonly FoundUser[]> {
  const users = db.selectFrom('users').select(['sub', 'wallet_id as walletId']);
  const bySub = await users.where('sub', '=', text).execute();
  if (bySub.length > 0) return bySub;
  return users
    .where((is) => is(is.fn<string>('lower', ['email']), '=', text.toLowerCase()))
    .orderBy('sub')
    .limit(MAX_USERS)
    .execute();
}

/** Reads a wallet as of `now`, without lots and holds that have expired by then. */
export async function viewWallet(db: Kysely<Schema>, walletId: string, now: Date) {
  const { wallet } = advance(await readWallet(sqlClientOf(db), walletId, now), now);
  return {
    available: availableCredits(wallet),
    held: heldCredits(wallet),
    owed: owedCredits(wallet),
    /** In the order in which they are spent. */
    lots: wallet.lots.filter((lot) => lot.remainingCredits > 0),
    holds: await openHolds(db, walletId, now),
    entries: await latestEntries(db, walletId),
  };
}

/** With what each still has: steps of a capture may have spent a part. */
async function openHolds(db: Kysely<Schema>, walletId: string, now: Date) {
  const rows = await db
    .selectFrom('holds')
    .where('wallet_id', '=', walletId)
    .where('state', '=', 'open')
    .where('expires_at', '>', now)
    .selectAll()
    .orderBy('expires_at')
    .limit(MAX_HOLDS)
    .execute();
  return rows.map(holdOfRow).map(({ id, split, captured, reference, expiresAt }) => {
    const amount = sumOfShares(unspentShares({ split, captured }));
    return { id, amount, reference, expiresAt };
  });
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
