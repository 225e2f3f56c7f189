import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import { accepted, type Cause } from '../../../domain/ledger/entry.ts';
import { grant } from '../../../domain/ledger/grant.ts';
import { refund, reverseRefund } from '../../../domain/ledger/refund.ts';
import { owedCredits } from '../../../domain/ledger/wallet.ts';
import type { PurchaseChange } from '../../../domain/purchase/apply-payment-event.ts';
import { packExpiry, type StoredPurchase } from '../../../domain/purchase/purchase.ts';
import type { NewId } from '../connection/store-tools.ts';
import { changeWallet } from '../ledger/change-wallet.ts';
import { idempotent, plainText } from '../ledger/idempotent.ts';
import type { Schema } from '../schema/schema.ts';

interface Context {
  /** The payment service's id of the payment, the refund or the dispute. */
  readonly cause: string;
  readonly now: Date;
  readonly newId: NewId;
}

/**
 * Applies the change of a purchase to its wallet, under keys with a space, which no caller has.
 * @returns how many of the granted credits paid a debt
 */
export async function settlePurchase(
  trx: Transaction<Schema>,
  { purchase, isNewlyPaid, takeBackCredits }: PurchaseChange,
  context: Context,
): Promise<number> {
  const deducted = isNewlyPaid ? await grantOnce(trx, purchase, context) : 0;
  if (takeBackCredits !== 0) await takeBack(trx, purchase, takeBackCredits, context);
  return deducted;
}

/** Once even if the state of the purchase is wrong: the payment's key is unique in the database. */
async function grantOnce(
  trx: Transaction<Schema>,
  purchase: StoredPurchase,
  { cause, now, newId }: Context,
): Promise<number> {
  const { id: reference, walletId, amountCredits } = purchase;
  let deducted = 0;
  const idempotencyKey = `purchase ${cause}`;
  const hash = createHash('sha256').update(reference).digest('hex');
  const request = { walletId, key: idempotencyKey, hash, now };
  const answered = await idempotent(trx, request, plainText, async () => {
    const granted = await changeWallet(trx, { walletId, now, newId }, (wallet) => {
      const given = grant(wallet, {
        ...causeOf(purchase, idempotencyKey),
        lotId: newId(now),
        source: 'purchase',
        amountCredits,
        expiresAt: packExpiry(now),
        now,
      });
      if (given.ok) deducted = owedCredits(wallet) - owedCredits(given.wallet);
      return given;
    });
    // The price list has the sizes of packs as constants, so a bad one is a bug.
    if (!granted.ok) throw new RangeError(`a pack of ${amountCredits} credits is not possible`);
    return 'granted';
  });
  if (!answered.ok) throw new Error('the key of a payment was used for something else');
  return deducted;
}

/** Takes credits of a pack back, or returns them for a negative number. */
async function takeBack(
  trx: Transaction<Schema>,
  purchase: StoredPurchase,
  credits: number,
  { cause, now, newId }: Context,
): Promise<void> {
  const { id: reference, walletId } = purchase;
  const isReturn = credits < 0;
  const key = `${isReturn ? 'return' : 'refund'} ${cause}`;
  const command = { ...causeOf(purchase, key), amountCredits: Math.abs(credits), now };
  await changeWallet(trx, { walletId, include: { reference }, now, newId }, (wallet) =>
    accepted(
      isReturn ? reverseRefund(wallet, { ...command, lotId: newId(now) }) : refund(wallet, command),
    ),
  );
}

function causeOf({ id: reference }: StoredPurchase, idempotencyKey: string): Cause {
  return { reference, idempotencyKey, actor: 'system' };
}
