import * as z from 'zod/mini';
import { isPaid, refundableMinor } from './account.ts';
import { refund, type StandIn } from './actions.ts';
import { type ApiAnswer, failure, missing, parameterFailure } from './api-reads.ts';
import { refundObject } from './stripe-objects.ts';

/** The parameters that the product sends; any other is an error, as with Stripe. */
const parametersSchema = z.strictObject({
  payment_intent: z.string(),
  'metadata[purchase]': z.string(),
  'metadata[site]': z.string(),
});

/**
 * Refunds the rest of a payment, and sends the webhooks afterwards. It refuses what Stripe refuses.
 * Source: "Create a refund" in the Stripe API reference; "Error codes" in the documentation.
 */
export function createRefund(
  form: URLSearchParams,
  { account, makeId, perform }: StandIn,
): ApiAnswer {
  const known = account.read();
  const parsed = z.safeParse(parametersSchema, Object.fromEntries(form));
  if (!parsed.success) return parameterFailure(parsed.error);
  const { payment_intent: paymentId } = parsed.data;
  const session = known.sessions.filter(isPaid).find((one) => one.paymentId === paymentId);
  if (!session) return missing('payment_intent', paymentId, 400, 'payment_intent');
  const charge = paymentId.replace(/^pi_/, 'ch_');
  // An inquiry moves no money; the stand-in has disputes alone.
  if (known.disputes.some((one) => one.paymentId === paymentId && one.status !== 'won')) {
    const message = `Charge ${charge} has been charged back; cannot issue a refund.`;
    return failure(400, message, { code: 'charge_disputed' });
  }
  const amountMinor = refundableMinor(known, session);
  if (amountMinor === 0) {
    const message = `Charge ${charge} has already been refunded.`;
    return failure(400, message, { code: 'charge_already_refunded' });
  }
  const id = makeId('re');
  const made = { id, paymentId, amountMinor, status: 'succeeded' as const };
  void perform((before) => refund(before, session, made));
  return { status: 200, body: refundObject(made, session) };
}
