import * as z from 'zod/mini';
import { isUnreachable, type StripeAccess, stripeClient } from './client.ts';
import { currency, stripeId } from './events.ts';
import { listed } from './payment-reports.ts';

const transactionSchema = z.object({
  fee: z.int(),
  currency,
  source: z.object({ payment_intent: z.nullable(stripeId) }),
});

/**
 * The fees of all payments, by the ids of the payments, in the currency in which the account is paid.
 * Source: "List all balance transactions" in the Stripe API reference.
 * @returns undefined when Stripe does not answer
 */
export async function paymentFees(access: StripeAccess) {
  const stripe = stripeClient(access);
  const expand = ['data.source'];
  const fees = new Map<string, { feeMinor: number; currency: string }>();
  const all = listed((page) =>
    stripe.balanceTransactions.list({ type: 'charge', expand, ...page }),
  );
  try {
    for await (const one of all) {
      const { success, data } = z.safeParse(transactionSchema, one);
      const paymentId = success ? data.source.payment_intent : null;
      if (!success || paymentId === null) continue;
      fees.set(paymentId, { feeMinor: data.fee, currency: data.currency });
    }
    return fees;
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    return undefined;
  }
}
