import type { Transaction } from 'kysely';
import type { SignIn } from '../../../domain/sign-in.ts';
import type { Schema } from '../schema/schema.ts';

/** Rows that one sign-in clears away at most; each adds one, so the table does not grow. */
const MAX_FORGOTTEN = 10;

/** How much of a hash two tokens share for one to clear away the other: 1 in 256 when it is hex. */
const NEIGHBOUR_PREFIX_LENGTH = 2;

/**
 * Notes that an ID token was used, and clears away some whose own expiry refuses them by now.
 *
 * @returns false when it was used before
 */
export async function spendIdToken(
  trx: Transaction<Schema>,
  { idToken, now }: Pick<SignIn, 'idToken' | 'now'>,
): Promise<boolean> {
  const noted = await trx
    .insertInto('used_id_tokens')
    .values({ token_hash: idToken.hash, forget_at: idToken.forgetAt })
    .onConflict((conflict) => conflict.column('token_hash').doNothing())
    .returning('token_hash')
    .executeTakeFirst();
  if (!noted) return false;
  await forgetNeighbours(trx, idToken.hash, now);
  return true;
}

/**
 * Only tokens whose hash begins like the one at hand: the oldest ones would be the same for every
 * sign-in of the moment, and all but one of them would conflict and have to start over.
 */
async function forgetNeighbours(trx: Transaction<Schema>, hash: string, now: Date): Promise<void> {
  const prefix = hash.slice(0, NEIGHBOUR_PREFIX_LENGTH);
  await trx
    .deleteFrom('used_id_tokens')
    .where('token_hash', 'in', (query) =>
      query
        .selectFrom('used_id_tokens')
        .select('token_hash')
        .where('token_hash', '>=', prefix)
        // The letter after the last hexadecimal digit: the end of the range in every collation.
        .where('token_hash', '<', `${prefix}g`)
        .where('forget_at', '<', now)
        .limit(MAX_FORGOTTEN),
    )
    .execute();
}
