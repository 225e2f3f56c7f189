import * as z from 'zod/mini';
import {
  type Account,
  type CreditNote,
  type Invoice,
  isPaid,
  type SavedCard,
  withItem,
} from './account.ts';
import { charge, nextNumber, type StandIn } from './actions.ts';
import { chargeFailure } from './amount-limits.ts';
import {
  type ApiAnswer,
  currencyCode,
  failure,
  missing,
  parameterFailure,
  whole,
} from './api-reads.ts';
import { answerOfCharge, paymentOf } from './api-saved-cards.ts';
import { creditNoteObject, invoiceObject } from './stripe-objects.ts';
import { isCountry, taxed, taxOfNote } from './tax.ts';

const invoiceParameters = z.strictObject({
  customer: z.string(),
  currency: currencyCode,
  'automatic_tax[enabled]': z.literal('true'),
  auto_advance: z.literal('false'),
  collection_method: z.literal('charge_automatically'),
  pending_invoice_items_behavior: z.literal('exclude'),
  'metadata[purchase]': z.string(),
  'metadata[site]': z.string(),
});

const itemParameters = z.strictObject({
  customer: z.string(),
  invoice: z.string(),
  amount: whole.check(z.minimum(1)),
  currency: currencyCode,
  description: z.string().check(z.minLength(1)),
  tax_behavior: z.enum(['inclusive', 'exclusive']),
});

const finalizeParameters = z.strictObject({
  auto_advance: z.literal('false'),
  'expand[0]': z.literal('payments'),
});

const payParameters = z.strictObject({
  payment_method: z.string(),
  off_session: z.literal('true'),
});

const markParameters = z.strictObject({
  'metadata[purchase]': z.string(),
  'metadata[site]': z.string(),
  'metadata[top_up]': z.string(),
  'metadata[bill]': z.string(),
});

const noteParameters = z.strictObject({
  invoice: z.string(),
  amount: whole.check(z.minimum(1)),
  'refunds[0][refund]': z.string(),
  'refunds[0][amount_refunded]': whole,
});

/** The message of Stripe for an account without a head office; the page that it names says the rest. */
export const taxInactive = failure(
  400,
  'Stripe Tax has not been activated on your account. Please visit https://stripe.com/docs/tax/set-up to get started.',
  { code: 'stripe_tax_inactive', param: 'automatic_tax' },
);

/**
 * Answers the calls about invoices and credit notes that the product makes; nothing for any other address.
 * Source: "Invoices", "Invoice Items" and "Credit Notes" in the Stripe API reference; "Status transitions
 * and finalization" in the documentation.
 */
export function answerInvoices(
  path: string,
  form: URLSearchParams,
  deps: StandIn,
): ApiAnswer | undefined {
  if (path === '/v1/invoices') return createInvoice(form, deps);
  if (path === '/v1/invoiceitems') return addItem(form, deps);
  if (path === '/v1/credit_notes') return createNote(form, deps);
  const [, kind, id, step] =
    /^\/v1\/(invoices|payment_intents)\/(\w{1,255})(?:\/(finalize|void|pay))?$/.exec(path) ?? [];
  if (id === undefined) return undefined;
  const { invoices } = deps.account.read();
  if (kind === 'payment_intents') {
    const paidFor = invoices.find(({ paymentId }) => paymentId === id);
    return paidFor
      ? markPayment(paidFor, form, deps)
      : missing('payment_intent', id, 404, 'intent');
  }
  const invoice = invoices.find((one) => one.id === id);
  if (!invoice) return missing('invoice', id, 404, 'invoice');
  if (step === 'finalize') return finalize(invoice, form, deps);
  if (step === 'pay') return payInvoice(invoice, form, deps);
  return step === 'void' ? voidInvoice(invoice, deps) : undefined;
}

function createInvoice(form: URLSearchParams, deps: StandIn): ApiAnswer {
  const parsed = z.safeParse(invoiceParameters, Object.fromEntries(form));
  if (!parsed.success) return parameterFailure(parsed.error);
  const { customer: customerId, currency } = parsed.data;
  const { customers, isTaxActive } = deps.account.read();
  if (!customers.includes(customerId)) return missing('customer', customerId, 400, 'customer');
  if (!isTaxActive) return taxInactive;
  const metadata = {
    purchase: parsed.data['metadata[purchase]'],
    site: parsed.data['metadata[site]'],
  };
  return kept(deps, {
    ...{ id: deps.makeId('in'), number: '', status: 'draft', customerId, currency, title: '' },
    ...{ amountMinor: 0, taxBehavior: 'inclusive', metadata, paymentMetadata: {} },
  });
}

function addItem(form: URLSearchParams, deps: StandIn): ApiAnswer {
  const parsed = z.safeParse(itemParameters, Object.fromEntries(form));
  if (!parsed.success) return parameterFailure(parsed.error);
  const { invoice: id, customer, amount: amountMinor, currency, description: title } = parsed.data;
  const invoice = deps.account.read().invoices.find((one) => one.id === id);
  if (!invoice || invoice.customerId !== customer) return missing('invoice', id, 400, 'invoice');
  if (invoice.status !== 'draft') {
    const message = 'Invoices are not editable once they are finalized.';
    return failure(400, message, { code: 'invoice_not_editable', param: 'invoice' });
  }
  if (invoice.currency !== currency) {
    return failure(400, `The invoice is in ${invoice.currency}.`, { param: 'currency' });
  }
  kept(deps, { ...invoice, amountMinor, title, taxBehavior: parsed.data.tax_behavior });
  return { status: 200, body: { id: deps.makeId('ii'), object: 'invoiceitem', invoice: id } };
}

/** The buyer's country decides about the tax. A customer has one once a page has asked for it. */
function finalize(invoice: Invoice, form: URLSearchParams, deps: StandIn): ApiAnswer {
  const parsed = z.safeParse(finalizeParameters, Object.fromEntries(form));
  if (!parsed.success) return parameterFailure(parsed.error);
  if (invoice.status !== 'draft') return notIn('draft', invoice);
  const account = deps.account.read();
  const buyer = account.cards.find((one) => one.customerId === invoice.customerId)?.buyer;
  if (!buyer || !isCountry(buyer.country)) {
    const message = 'The customer’s location is not recognized: set a valid address.';
    return failure(400, message, { code: 'customer_tax_location_invalid' });
  }
  const { currency } = invoice;
  const bill = taxed(invoice, { ...buyer, country: buyer.country });
  const names = { currency: 'currency', amount: 'amount' };
  const charged = { currency, amount: bill.totalMinor, names, least: 'Amount must be' };
  const refusal = chargeFailure(charged);
  if (refusal) return refusal;
  const [number, paymentId] = [nextNumber(account), deps.makeId('pi')];
  return kept(deps, { ...invoice, status: 'open', bill, number, paymentId });
}

function markPayment(invoice: Invoice, form: URLSearchParams, deps: StandIn): ApiAnswer {
  const parsed = z.safeParse(markParameters, Object.fromEntries(form));
  if (!parsed.success) return parameterFailure(parsed.error);
  const { bill = '', ...marks } = Object.fromEntries(
    [...form].map(([name, value]) => [name.slice('metadata['.length, -1), value]),
  );
  kept(deps, { ...invoice, paymentMetadata: { ...marks, bill } });
  return { status: 200, body: { id: invoice.paymentId, object: 'payment_intent' } };
}

function payInvoice(invoice: Invoice, form: URLSearchParams, deps: StandIn): ApiAnswer {
  const parsed = z.safeParse(payParameters, Object.fromEntries(form));
  if (!parsed.success) return parameterFailure(parsed.error);
  if (invoice.status === 'paid') return failure(400, 'Invoice is already paid');
  if (invoice.status !== 'open') return notIn('open', invoice);
  const { payment_method: methodId } = parsed.data;
  const card = deps.account.read().cards.find((one) => one.id === methodId);
  if (!card || card.isDetached || card.customerId !== invoice.customerId) {
    return missing('PaymentMethod', methodId, 400, 'payment_method');
  }
  const payment = { ...paymentFor(invoice, card, deps), invoiceId: invoice.id };
  if (isPaid(payment)) kept(deps, { ...invoice, status: 'paid' });
  void deps.perform((before) => charge(before, payment));
  if (!isPaid(payment)) return answerOfCharge(payment);
  return { status: 200, body: invoiceObject({ ...invoice, status: 'paid' }, deps.origin) };
}

function paymentFor({ paymentId = '', ...invoice }: Invoice, card: SavedCard, deps: StandIn) {
  const { currency, amountMinor, paymentMetadata: metadata, bill, title } = invoice;
  const identity = { id: paymentId, createdAt: Math.floor(deps.clock().getTime() / 1_000) };
  const payment = paymentOf({ currency, amountMinor, metadata, title }, card, identity);
  return { ...payment, ...(bill && { bill }) };
}

function voidInvoice(invoice: Invoice, deps: StandIn): ApiAnswer {
  return invoice.status === 'open'
    ? kept(deps, { ...invoice, status: 'void' })
    : notIn('open', invoice);
}

/** Deletes an invoice that is not finalized; nothing for any other address. */
export function deleteDraft(path: string, deps: StandIn): ApiAnswer | undefined {
  const [, id] = /^\/v1\/invoices\/(\w{1,255})$/.exec(path) ?? [];
  if (id === undefined) return undefined;
  const { invoices } = deps.account.read();
  const invoice = invoices.find((one) => one.id === id);
  if (!invoice) return missing('invoice', id, 404, 'invoice');
  if (invoice.status !== 'draft') return notIn('draft', invoice);
  deps.account.update((known) => ({
    ...known,
    invoices: invoices.filter((one) => one !== invoice),
  }));
  return { status: 200, body: { id, object: 'invoice', deleted: true } };
}

/** A note of a refund of the invoice's payment, of its amount, and no second one. */
function createNote(form: URLSearchParams, deps: StandIn): ApiAnswer {
  const parsed = z.safeParse(noteParameters, Object.fromEntries(form));
  if (!parsed.success) return parameterFailure(parsed.error);
  const { invoice: id, amount } = parsed.data;
  const refundId = parsed.data['refunds[0][refund]'];
  const account = deps.account.read();
  const invoice = account.invoices.find((one) => one.id === id);
  if (!invoice?.bill) return missing('invoice', id, 400, 'invoice');
  const refund = account.refunds.find((one) => one.id === refundId);
  if (!refund || refund.paymentId !== invoice.paymentId) {
    return missing('refund', refundId, 400, 'refunds[0][refund]');
  }
  const before = notedOf(account, id);
  const left = invoice.bill.totalMinor - before.amountMinor;
  if (amount > left || amount !== parsed.data['refunds[0][amount_refunded]']) {
    const message = `The sum of refunds, credits and amounts outside of Stripe must equal the post payment amount, of which ${left} is left.`;
    return failure(400, message, { param: 'amount' });
  }
  const taxMinor = taxOfNote(invoice.bill, before, amount);
  const note = { id: deps.makeId('cn'), invoiceId: id, refundId, amountMinor: amount, taxMinor };
  deps.account.update((known) => ({
    ...known,
    creditNotes: withItem(known.creditNotes, note),
  }));
  return { status: 200, body: creditNoteObject(note, deps.origin) };
}

function notedOf({ creditNotes }: Account, invoiceId: string) {
  const notes = creditNotes.filter((one: CreditNote) => one.invoiceId === invoiceId);
  const sumOf = (part: 'amountMinor' | 'taxMinor') =>
    notes.reduce((sum, { [part]: amount }) => sum + amount, 0);
  return { amountMinor: sumOf('amountMinor'), taxMinor: sumOf('taxMinor') };
}

function notIn(status: Invoice['status'], invoice: Invoice): ApiAnswer {
  const message = `You can only do this with an invoice that is ${status}. This one is ${invoice.status}.`;
  return failure(400, message, { code: 'invoice_not_editable' });
}

function kept({ account, origin }: StandIn, invoice: Invoice): ApiAnswer {
  account.update((before) => ({ ...before, invoices: withItem(before.invoices, invoice) }));
  return { status: 200, body: invoiceObject(invoice, origin) };
}
