import type { Kysely } from 'kysely';
import { expect } from 'vitest';
import { userStore } from '../../functions/adapters/postgres/account/user-store.ts';
import { newId } from '../../functions/adapters/postgres/connection/store-tools.ts';
import { insertPurchase } from '../../functions/adapters/postgres/purchase/purchase-rows.ts';
import type { Schema } from '../../functions/adapters/postgres/schema/schema.ts';
import type { PaymentEvent } from '../../functions/domain/purchase/payments.ts';
import { now } from './memory-stores.ts';
import { aPurchase, paidEvent } from './purchases.ts';
import { aSignIn } from './sign-ins.ts';

/** So many payments of open purchases, each of a buyer of its own. */
export async function paymentsOf(db: Kysely<Schema>, buyers: number): Promise<PaymentEvent[]> {
  const payments: PaymentEvent[] = [];
  for (let count = 1; count <= buyers; count += 1) {
    const signedIn = await userStore(db).signIn(aSignIn(`buyer-${count}`, { now }));
    if (!signedIn.ok) throw new Error(signedIn.code);
    const { id, ...purchase } = aPurchase({ walletId: signedIn.account.walletId });
    const own = { ...purchase, id: newId(now), createdAt: now };
    await insertPurchase(db, own);
    payments.push({ ...paidEvent({ paymentId: `pi_${count}` }), purchaseId: own.id });
  }
  return payments;
}

/** The receipts have the numbers from 1 on, each once. */
export async function expectNoGaps(db: Kysely<Schema>, year: number): Promise<void> {
  const rows = await db
    .selectFrom('purchases')
    .where('progress', '=', 'paid')
    .select('receipt_number')
    .execute();
  const numbers = rows.map(({ receipt_number }) => receipt_number).toSorted();
  const expected = numbers.map((_, index) => `R-${year}-${String(index + 1).padStart(5, '0')}`);
  expect(numbers).toEqual(expected);
}
