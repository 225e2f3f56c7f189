import * as z from 'zod/mini';
import { defaultLanguage } from '../../../src/contract/language.ts';
import type { Account, CheckoutSession, SavedCard } from './account.ts';
import { changeCard, charge, removeCustomer, type StandIn } from './actions.ts';
import { chargeFailure } from './amount-limits.ts';
import {
  type ApiAnswer,
  currencyCode,
  failure,
  missing,
  parameterFailure,
  whole,
} from './api-reads.ts';
import { paymentObject } from './stripe-objects.ts';

/** The parameters that the product sends; any other is an error, as with Stripe. */
const parametersSchema = z.strictObject({
  amount: whole.check(z.minimum(1)),
  currency: currencyCode,
  customer: z.optional(z.string()),
  payment_method: z.optional(z.string()),
  'allowed_payment_method_types[0]': z.literal('card'),
  off_session: z.literal('true'),
  confirm: z.optional(z.literal('true')),
  'metadata[purchase]': z.string(),
  'metadata[site]': z.string(),
  'metadata[top_up]': z.string(),
});

type Parameters = z.infer<typeof parametersSchema>;

/**
 * Charges a saved card whose owner is not there, and sends the webhooks afterwards.
 * Source: "Create a PaymentIntent" in the Stripe API reference.
 */
export function createPayment(
  form: URLSearchParams,
  { account, clock, makeId, perform }: StandIn,
): ApiAnswer {
  const known = account.read();
  const parsed = z.safeParse(parametersSchema, Object.fromEntries(form));
  if (!parsed.success) return parameterFailure(parsed.error);
  const { amount, currency } = parsed.data;
  const names = { currency: 'currency', amount: 'amount' };
  const refusal = chargeFailure({ currency, amount, names, least: 'Amount must be' });
  if (refusal) return refusal;
  const card = usableCard(parsed.data, known);
  if ('status' in card) return card;
  const identity = { id: makeId('pi'), createdAt: Math.floor(clock().getTime() / 1_000) };
  const metadata = {
    purchase: parsed.data['metadata[purchase]'],
    site: parsed.data['metadata[site]'],
    top_up: parsed.data['metadata[top_up]'],
  };
  const asked = { currency, amountMinor: amount, metadata, title: metadata.purchase };
  const payment = paymentOf(asked, card, identity);
  void perform((before) => charge(before, payment));
  return answerOfCharge(payment);
}

/** Refuses what Stripe refuses, in its words; the sources are beside each. */
function usableCard(asked: Parameters, { cards, customers }: Account): SavedCard | ApiAnswer {
  const { customer, payment_method: methodId } = asked;
  // `off_session` in "Create a PaymentIntent" of the API reference.
  if (asked.confirm === undefined) {
    const message = 'The parameter `off_session` can only be used with `confirm=true`.';
    return failure(400, message, { param: 'off_session' });
  }
  // https://docs.stripe.com/error-codes, `resource_missing`. A deleted customer is none either.
  if (customer !== undefined && !customers.includes(customer)) {
    return missing('customer', customer, 400, 'customer');
  }
  // https://docs.stripe.com/error-codes, `payment_intent_unexpected_state`.
  if (methodId === undefined) {
    const message = `You cannot confirm this PaymentIntent because it's missing a payment method.`;
    return failure(400, message, { code: 'payment_intent_unexpected_state' });
  }
  const card = cards.find((one) => one.id === methodId);
  if (!card) return missing('PaymentMethod', methodId, 400, 'payment_method');
  // The words are in https://github.com/liberapay/liberapay.com/issues/2686.
  if (card.isDetached) {
    return failure(400, detachedMessage);
  }
  // "Payment methods attached to other Customers cannot be used": `customer` of "The PaymentIntent object".
  if (card.customerId !== customer) {
    const message = `The PaymentMethod supplied (${methodId}) belongs to another Customer. Please include the Customer in the \`customer\` parameter on the PaymentIntent.`;
    return failure(400, message, { param: 'payment_method' });
  }
  return card;
}

const detachedMessage =
  'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.';

export function paymentOf(
  asked: Pick<CheckoutSession, 'currency' | 'amountMinor' | 'metadata' | 'title'>,
  { id: cardId, customerId, email, next }: SavedCard,
  identity: Pick<CheckoutSession, 'id' | 'createdAt'>,
): CheckoutSession {
  return {
    ...identity,
    ...asked,
    status: next === 'works' ? 'complete' : 'expired',
    paymentId: next === 'works' ? identity.id : null,
    language: defaultLanguage,
    email,
    reference: asked.title,
    paymentMetadata: asked.metadata,
    successUrl: '',
    cancelUrl: '',
    expiresAt: identity.createdAt,
    customerId,
    cardId,
    charge: next,
  };
}

/**
 * The payment, or the error of a card: HTTP 402 with the payment in it.
 * Source: "Errors" in the API reference; "Card decline errors" in "Error codes" of the documentation.
 */
export function answerOfCharge(payment: CheckoutSession): ApiAnswer {
  const object = paymentObject(payment);
  if (payment.charge === 'works') return { status: 200, body: object };
  const needsOwner = payment.charge === 'authentication_required';
  const message = needsOwner
    ? 'Your card was declined. This transaction requires authentication.'
    : 'Your card was declined.';
  const decline_code = needsOwner ? 'authentication_required' : 'generic_decline';
  const more = { type: 'card_error', code: payment.charge, decline_code, payment_intent: object };
  return failure(402, message, more);
}

/**
 * Detaches a card from its customer; nothing for any other address.
 * Source: "Detach a PaymentMethod from a Customer" in the API reference; the words of the refusal are in
 * https://github.com/stripe-ruby-mock/stripe-ruby-mock/issues/751.
 */
export function detachCard(path: string, { account, perform }: StandIn): ApiAnswer | undefined {
  const [, id] = /^\/v1\/payment_methods\/(\w{1,255})\/detach$/.exec(path) ?? [];
  if (id === undefined) return undefined;
  const card = account.read().cards.find((one) => one.id === id);
  if (!card) return missing('PaymentMethod', id, 404, 'payment_method');
  if (card.isDetached) {
    const message =
      'The payment method you provided is not attached to a customer so detachment is impossible.';
    return failure(400, message);
  }
  void perform((before) => changeCard(before, { ...card, isDetached: true }));
  return { status: 200, body: { id, object: 'payment_method', customer: null, type: 'card' } };
}

/**
 * Deletes a customer. Source: "Delete a customer" in the API reference.
 */
export function deleteCustomer(path: string, { account, perform }: StandIn): ApiAnswer {
  const [, id] = /^\/v1\/customers\/(\w{1,255})$/.exec(path) ?? [];
  if (id === undefined) return failure(404, `Unrecognized request URL (DELETE: ${path}).`);
  if (!account.read().customers.includes(id)) return missing('customer', id, 404, 'id');
  void perform((before) => removeCustomer(before, id));
  return { status: 200, body: { id, object: 'customer', deleted: true } };
}
