import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { SignIn } from '../../../domain/account/sign-in.ts';
import { grant } from '../../../domain/ledger/grant.ts';
import type { Wallet } from '../../../domain/ledger/wallet.ts';
import type { NewId } from '../connection/store-tools.ts';
import { changeWallet, settleDue } from '../ledger/change-wallet.ts';
import { idempotent, plainText } from '../ledger/idempotent.ts';
import type { Schema } from '../schema/schema.ts';

type Trial = NonNullable<SignIn['trial']>;

interface Settled {
  readonly wallet: Wallet;
  readonly isTrialGranted: boolean;
}

/** A wallet gets one trial, whatever its user's address. No caller's key has a space in it. */
const IDEMPOTENCY_KEY = 'grant trial';

/** It covers nothing that may change, because a later sign-in must not conflict with the first. */
const REQUEST_HASH = createHash('sha256').update(IDEMPOTENCY_KEY).digest('hex');

/**
 * Applies a sign-in to the wallet: stores the expiries that are due, and grants the trial, unless the
 * wallet or the address has had one.
 *
 * @throws RangeError when the trial's amount is not possible, which is a bug
 */
export async function settleWallet(
  trx: Transaction<Schema>,
  walletId: string,
  { trial, now }: Pick<SignIn, 'trial' | 'now'>,
  newId: NewId,
): Promise<Settled> {
  const wallet = await settleDue(trx, { walletId, now, newId });
  if (!trial || (await isAddressSpent(trx, trial))) return { wallet, isTrialGranted: false };
  return grantTrial(trx, wallet, { trial, now, newId });
}

/** Whether the address has had its trial, in this wallet or in another. */
async function isAddressSpent(trx: Transaction<Schema>, trial: Trial): Promise<boolean> {
  const row = await trx
    .selectFrom('trials')
    .where('key', 'in', [trial.key, trial.formerKey])
    .select('key')
    .executeTakeFirst();
  return row !== undefined;
}

async function grantTrial(
  trx: Transaction<Schema>,
  wallet: Wallet,
  context: { readonly trial: Trial; readonly now: Date; readonly newId: NewId },
): Promise<Settled> {
  const { trial, now } = context;
  let after = wallet;
  const request = { walletId: wallet.id, key: IDEMPOTENCY_KEY, hash: REQUEST_HASH, now };
  const answered = await idempotent(trx, request, plainText, async () => {
    await spendAddress(trx, trial.key, wallet.id, now);
    after = await openTrialLot(trx, wallet.id, context);
    return 'granted';
  });
  if (!answered.ok) throw new Error('the key of a trial was used for something else');
  return { wallet: after, isTrialGranted: !answered.replayed };
}

/** The row outlives the user. A parallel transaction with the same key conflicts. */
async function spendAddress(
  trx: Transaction<Schema>,
  key: string,
  walletId: string,
  now: Date,
): Promise<void> {
  await trx
    .insertInto('trials')
    .values({ key, wallet_id: walletId, granted_at: now })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('key')
    .executeTakeFirstOrThrow();
}

async function openTrialLot(
  trx: Transaction<Schema>,
  walletId: string,
  { trial, now, newId }: { readonly trial: Trial; readonly now: Date; readonly newId: NewId },
): Promise<Wallet> {
  const granted = await changeWallet(trx, { walletId, now, newId }, (wallet) =>
    grant(wallet, {
      lotId: newId(now),
      source: 'trial',
      amountCredits: trial.amountCredits,
      expiresAt: trial.expiresAt,
      reference: trial.key,
      idempotencyKey: IDEMPOTENCY_KEY,
      actor: 'system',
      now,
    }),
  );
  // The amount of a trial is a constant of the site, so a bad one is a bug.
  if (!granted.ok)
    throw new RangeError(`a trial of ${trial.amountCredits} credits is not possible`);
  return granted.wallet;
}
