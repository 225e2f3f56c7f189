import * as z from 'zod/mini';
import { isUnreachable, type StripeAccess, stripeClient } from './client.ts';
import { currency, stripeId } from './events.ts';
import { listed } from './payment-reports.ts';

const transactionSchema = z.object({
  fee: z.int(),
  currency,
  source: z.object({ payment_intent: z.nullable(stripeId) }),
});

/** A balance transaction is a payment where no card paid, as with Alipay. */
const paymentTypes = ['charge', 'payment'] as const;

/**
 * The fees of all payments, by the ids of the payments, in the currency in which the account is paid.
 * Source: "List all balance transactions" in the Stripe API reference; "Balance transaction types" in
 * the documentation.
 * @returns undefined when Stripe does not answer
 */
export async function paymentFees(access: StripeAccess) {
  const stripe = stripeClient(access);
  const expand = ['data.source'];
  const fees = new Map<string, { feeMinor: number; currency: string }>();
  try {
    for (const type of paymentTypes) {
      const all = listed((page) => stripe.balanceTransactions.list({ type, expand, ...page }));
      for await (const one of all) {
        const { success, data } = z.safeParse(transactionSchema, one);
        const paymentId = success ? data.source.payment_intent : null;
        if (!success || paymentId === null) continue;
        fees.set(paymentId, { feeMinor: data.fee, currency: data.currency });
      }
    }
    return fees;
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    return undefined;
  }
}
