import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { SignIn, TrialOutcome } from '../../../domain/account/sign-in.ts';
import { grant } from '../../../domain/ledger/grant.ts';
import type { Wallet } from '../../../domain/ledger/wallet.ts';
import { sqlClientOf } from '../connection/database.ts';
import type { NewId } from '../connection/store-tools.ts';
import { changeWallet, settleDue } from '../ledger/change-wallet.ts';
import { idempotent, isResponseStored, plainText } from '../ledger/idempotent.ts';
import { writeMessage } from '../outbox/write-message.ts';
import type { Schema } from '../schema/schema.ts';
import { takeToken } from '../session/bucket-store.ts';

type Trial = NonNullable<SignIn['trial']>;

interface Settled {
  readonly wallet: Wallet;
  readonly trial: TrialOutcome;
}

/** A wallet gets one trial, whatever its user's address. No caller's key has a space in it. */
const IDEMPOTENCY_KEY = 'grant trial';

/** The stored answer to that key. */
const GRANTED = 'granted';

/** Covers no fact that may change, because a later sign-in must not conflict with the first. */
const REQUEST_HASH = createHash('sha256').update(IDEMPOTENCY_KEY).digest('hex');

/**
 * Applies a sign-in to the wallet: stores the expiries that are due, and grants the trial, unless the
 * wallet or the address has had one, or the budget is spent.
 * @throws RangeError when the trial's amount is not possible, which is a bug
 */
export async function settleWallet(
  trx: Transaction<Schema>,
  walletId: string,
  { trial, now }: Pick<SignIn, 'trial' | 'now'>,
  newId: NewId,
): Promise<Settled> {
  const wallet = await settleDue(trx, { walletId, now, newId });
  const request = { walletId, key: IDEMPOTENCY_KEY, hash: REQUEST_HASH, now };
  if (!trial || (await isAddressSpent(trx, trial))) return { wallet, trial: undefined };
  if (await isResponseStored(trx, request, GRANTED)) return { wallet, trial: undefined };
  if (trial.budget.bucket.burstCalls === 0) return { wallet, trial: 'closed' };
  if (!(await spendBudget(trx, trial))) return { wallet, trial: 'withheld' };
  return { wallet: await grantTrial(trx, request, { trial, now, newId }), trial: 'granted' };
}

/** Parallel sign-ins of a network conflict over the bucket, and all but one begin again. */
function spendBudget(trx: Transaction<Schema>, { budget }: Trial): Promise<boolean> {
  return takeToken(sqlClientOf(trx), budget.key, budget.bucket, budget.at);
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
  request: Parameters<typeof isResponseStored>[1],
  context: { readonly trial: Trial; readonly now: Date; readonly newId: NewId },
): Promise<Wallet> {
  const { walletId, now } = request;
  const opened: Wallet[] = [];
  await idempotent(trx, request, plainText, async () => {
    await spendAddress(trx, context.trial.key, walletId, now);
    opened.push(await openTrialLot(trx, walletId, context));
    return GRANTED;
  });
  const [wallet] = opened;
  if (!wallet) throw new Error('the key of a trial was used for something else');
  return wallet;
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
  const payload = { credits: trial.amountCredits, endsAt: trial.expiresAt.toISOString() };
  await writeMessage(trx, walletId, { event: 'trial_granted', payload }, { now, newId });
  return granted.wallet;
}
