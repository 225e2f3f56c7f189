import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import { expire, grant, type Wallet } from '../../domain/ledger.ts';
import type { SignIn } from '../../domain/stores.ts';
import { answerOnce } from './answer-once.ts';
import type { NewId } from './ids.ts';
import type { Schema } from './schema.ts';
import { insertLot, readWallet, writeWallet } from './wallet-rows.ts';

type Trial = NonNullable<SignIn['trial']>;

/**
 * What a sign-in does to the wallet: what has expired goes, and the trial comes, if one is due and
 * the address never had one.
 *
 * @returns the wallet as stored then
 */
export async function settleWallet(
  trx: Transaction<Schema>,
  walletId: string,
  { trial, now }: Pick<SignIn, 'trial' | 'now'>,
  newId: NewId,
): Promise<Wallet> {
  const before = await readWallet(trx, walletId);
  const { wallet: after, entries } = expire(before, now);
  await writeWallet(trx, { before, after, entries, now });
  return trial ? grantTrial(trx, after, { trial, now, newId }) : after;
}

async function grantTrial(
  trx: Transaction<Schema>,
  wallet: Wallet,
  due: { readonly trial: Trial; readonly now: Date; readonly newId: NewId },
): Promise<Wallet> {
  const { trial, now } = due;
  const idempotencyKey = `trial:${trial.key}`;
  let after = wallet;
  // Neither the size of the trial nor its time is part of what is asked: an adopter may change
  // them, and a second sign-in is no conflict with the first.
  const hash = createHash('sha256').update(idempotencyKey).digest('hex');
  const request = { walletId: wallet.id, key: idempotencyKey, hash, now };
  const answered = await answerOnce(trx, request, async () => {
    if (!(await claimTrial(trx, trial.key, wallet.id, now))) return 'already granted';
    after = await openTrialLot(trx, wallet, { ...due, idempotencyKey });
    return 'granted';
  });
  if (!answered.ok) throw new Error(`the key of a trial was used for something else`);
  return after;
}

/** Whether the address gets its trial now; the row stays when the user goes. */
async function claimTrial(
  trx: Transaction<Schema>,
  key: string,
  walletId: string,
  now: Date,
): Promise<boolean> {
  const claimed = await trx
    .insertInto('trials')
    .values({ key, wallet_id: walletId, granted_at: now })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('key')
    .executeTakeFirst();
  return claimed !== undefined;
}

async function openTrialLot(
  trx: Transaction<Schema>,
  before: Wallet,
  due: {
    readonly trial: Trial;
    readonly now: Date;
    readonly newId: NewId;
    readonly idempotencyKey: string;
  },
): Promise<Wallet> {
  const { trial, now, newId, idempotencyKey } = due;
  const origin = { reference: trial.key, actor: 'system' };
  const granted = grant(before, {
    ...origin,
    lotId: newId(now),
    source: 'trial',
    amountCredits: trial.amountCredits,
    expiresAt: trial.expiresAt,
    idempotencyKey,
    now,
  });
  // The size of a trial is a constant of the site, so a bad one is a defect and nobody's refusal.
  if (!granted.ok)
    throw new RangeError(`a trial of ${trial.amountCredits} credits is not possible`);
  await insertLot(trx, before.id, granted.lot, origin);
  await writeWallet(trx, { before, after: granted.wallet, entries: granted.entries, now });
  return granted.wallet;
}
