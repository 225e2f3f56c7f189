import type Stripe from 'stripe';
import * as z from 'zod/mini';
import type { Papers } from '../../domain/purchase/payments.ts';
import type { ChargeOrder } from '../../domain/purchase/top-up.ts';
import {
  answerOf,
  isUnreachable,
  type StripeAccess,
  stripeClient,
  unlessUnreachable,
} from './client.ts';
import { type Metadata, stripeId, topUpMark } from './events.ts';
import { nothingIfMissing } from './payment-reports.ts';

type PriceTax = NonNullable<StripeAccess['invoices']>;

/**
 * The parameters of a payment page whose payment gets an invoice: with tax, the buyer's address and tax
 * id, and codes. Its customer stays, because the invoice is theirs.
 * Source: "Collect taxes in your Checkout sessions" (https://docs.stripe.com/tax/checkout), "Collect tax
 * IDs", "Post-payment invoices" and "Add discounts" in the Stripe documentation.
 */
export const invoicedSession = {
  automatic_tax: { enabled: true },
  tax_id_collection: { enabled: true },
  billing_address_collection: 'required',
  invoice_creation: { enabled: true },
  allow_promotion_codes: true,
  customer_creation: 'always',
} as const satisfies Stripe.Checkout.SessionCreateParams;

/** A payment as Stripe answers it, or why none was tried. */
export type TriedCharge =
  | { readonly payment: unknown }
  | { readonly ok: false; readonly code: 'lapsed' }
  | { readonly ok: false; readonly code: 'limit'; readonly totalMinor: number };

/** An invoice that the operator has to look at. */
export class InvoiceFault extends Error {
  override readonly name = 'InvoiceFault';
}

/** Before it is finalized, the balance is the customer's of now: an invoice adds and takes it by itself. */
const draftSchema = z.object({ id: stripeId, starting_balance: z.int() });

/** A draft becomes open when it is finalized: then its tax and its payment are known. */
const openInvoiceSchema = z.object({
  ...{ status: z.string(), total: z.int(), amount_due: z.int() },
  payments: z.object({
    data: z.array(z.object({ payment: z.object({ payment_intent: z.optional(stripeId) }) })),
  }),
});

/**
 * Charges a saved card by an invoice. The payment has our metadata before money moves, so that its events
 * name the purchase. An invoice that is not paid is void, so that nobody pays it later.
 * Source: "Integrate with the Invoicing API" (https://docs.stripe.com/invoicing/integration) and "Pay an
 * invoice" in the API reference.
 * @returns the payment; `limit` when its total passes the order's, `lapsed` when nobody wants it any more
 * @throws the errors of the card, as a charge without an invoice does
 * @throws {InvoiceFault} where the customer has a balance at Stripe, which the invoice would take up or add
 *   ("Customer credit balance" in the documentation)
 */
export async function chargeByInvoice(
  stripe: Stripe,
  card: { readonly customerId: string; readonly methodId: string; readonly title: string },
  { id, amountMinor, currency, mostMinor, isWanted }: ChargeOrder,
  { siteOrigin, tax }: { readonly siteOrigin: string; readonly tax: PriceTax },
): Promise<TriedCharge> {
  const { customerId: customer, methodId, title: description } = card;
  const key = (step: string) => ({ idempotencyKey: `top-up ${id} ${methodId} ${step}` });
  const voidIt = (invoice: string) =>
    answerOf(stripe.invoices.voidInvoice(invoice, {}, key('void')));
  const marks = { purchase: id, site: siteOrigin, top_up: topUpMark } satisfies Metadata;
  const made = await answerOf(
    stripe.invoices.create(
      {
        customer,
        currency: currency.toLowerCase(),
        automatic_tax: { enabled: true },
        auto_advance: false,
        collection_method: 'charge_automatically',
        pending_invoice_items_behavior: 'exclude',
        metadata: { purchase: id, site: siteOrigin },
      },
      key('invoice'),
    ),
  );
  const { id: invoice, starting_balance: balance } = draftSchema.parse(made);
  const item = { customer, invoice, amount: amountMinor, currency: currency.toLowerCase() };
  const finalize = async () => {
    if (balance !== 0) throw new InvoiceFault(`${customer} has a balance of ${balance}: clear it`);
    await answerOf(
      stripe.invoiceItems.create({ ...item, description, tax_behavior: tax }, key('item')),
    );
    const how = { auto_advance: false, expand: ['payments'] };
    return answerOf(stripe.invoices.finalizeInvoice(invoice, how, key('finalize')));
  };
  const finalized = await finalize().catch(async (error) => {
    if (!isUnreachable(error)) await answerOf(stripe.invoices.del(invoice)).catch(nothingIfMissing);
    throw error;
  });
  const { status, total, amount_due: due, payments } = openInvoiceSchema.parse(finalized);
  const paymentId = payments.data[0]?.payment.payment_intent;
  if (due !== total || paymentId === undefined) {
    if (status === 'open') await voidIt(invoice);
    throw new InvoiceFault(`invoice ${invoice} of ${total} came to ${due}`);
  }
  if (total > mostMinor) {
    await voidIt(invoice);
    return { ok: false, code: 'limit', totalMinor: total };
  }
  await answerOf(
    stripe.paymentIntents.update(paymentId, { metadata: { ...marks, bill: invoice } }, key('mark')),
  );
  if (!(await isWanted())) {
    await voidIt(invoice);
    return { ok: false, code: 'lapsed' };
  }
  try {
    const by = { payment_method: methodId, off_session: true };
    await answerOf(stripe.invoices.pay(invoice, by, key('pay')));
  } catch (error) {
    if (!isUnreachable(error)) await voidIt(invoice);
    throw error;
  }
  return { payment: await answerOf(stripe.paymentIntents.retrieve(paymentId)) };
}

const address = z.url({ protocol: /^https?$/ });
const invoicePageSchema = z.object({ hosted_invoice_url: z.nullable(address) });
const creditNotePageSchema = z.object({ pdf: address });

/**
 * Finds the pages of papers. Stripe lets the address of an invoice run out after a month, so each is
 * asked for when somebody wants it.
 * Source: "Invoice URLs" in https://docs.stripe.com/invoicing/hosted-invoice-page.
 */
export function stripePapers(access: StripeAccess): Papers {
  const stripe = stripeClient(access);
  const advice = 'Stripe keeps the paper: try again soon.';
  return {
    findInvoice: (id) =>
      unlessUnreachable(advice, async () => {
        const { hosted_invoice_url: url } = invoicePageSchema.parse(
          await answerOf(stripe.invoices.retrieve(id)),
        );
        return url === null ? { ok: true } : { ok: true, url };
      }),
    findCreditNote: (id) =>
      unlessUnreachable(advice, async () => {
        const answer = await answerOf(stripe.creditNotes.retrieve(id));
        return { ok: true, url: creditNotePageSchema.parse(answer).pdf };
      }),
  };
}
