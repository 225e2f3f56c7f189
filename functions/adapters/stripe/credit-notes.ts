import Stripe from 'stripe';
import * as z from 'zod/mini';
import type { CreditNoteAnswer, CreditNotes } from '../../domain/purchase/credit-notes.ts';
import type { PaymentEvent } from '../../domain/purchase/payments.ts';
import { answerOf, type StripeAccess, stripeClient, unlessUnreachable } from './client.ts';
import { amounts, stripeId, sumOf } from './events.ts';
import { listed } from './payment-reports.ts';

const creditNoteSchema = z.object({
  id: stripeId,
  status: z.string(),
  total_taxes: amounts,
  refunds: z.array(z.object({ refund: stripeId })),
});

/**
 * Issues credit notes for refunds of invoices. Stripe splits each between price and tax.
 * Source: "Create a credit note" in the Stripe API reference.
 */
export function stripeCreditNotes(access: StripeAccess): CreditNotes {
  const stripe = stripeClient(access);
  return {
    issue: (refund) =>
      unlessUnreachable('The credit note is issued later.', async () => {
        try {
          return await issue(stripe, refund);
        } catch (cause) {
          if (!(cause instanceof Stripe.errors.StripeInvalidRequestError)) throw cause;
          return { ok: false, code: 'credit_note_refused', cause };
        }
      }),
  };
}

/** A credit note that somebody made in the dashboard counts, and there is no second one. */
async function issue(
  stripe: Stripe,
  {
    invoiceId: invoice,
    refundId,
    amountMinor: amount,
    ...about
  }: Parameters<CreditNotes['issue']>[0],
): Promise<CreditNoteAnswer> {
  for await (const one of listed((page) => stripe.creditNotes.list({ invoice, ...page }))) {
    const { success, data } = z.safeParse(creditNoteSchema, one);
    const isOfRefund = success && data.refunds.some(({ refund }) => refund === refundId);
    if (isOfRefund && data.status !== 'void') return noted(data);
  }
  const made = await answerOf(
    stripe.creditNotes.create(
      { invoice, amount, refunds: [{ refund: refundId, amount_refunded: amount }] },
      { idempotencyKey: `credit note ${refundId}` },
    ),
  );
  return noted(creditNoteSchema.parse(made));

  function noted({ id, total_taxes }: z.output<typeof creditNoteSchema>): CreditNoteAnswer {
    const creditNote = { id, taxMinor: sumOf(total_taxes) };
    const reversal = {
      id: refundId,
      kind: 'refund',
      amountMinor: amount,
      status: 'taken',
    } as const;
    const event: PaymentEvent = {
      kind: 'reversal',
      ...about,
      reversal: { ...reversal, creditNote },
    };
    return { ok: true, event };
  }
}
