import { createHash, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import { defaultLanguage, languages } from '../../../src/contract/language.ts';
import { type Account, type CheckoutSession, withItem } from './account.ts';
import { expire, type StandIn } from './actions.ts';
import { chargeFailure } from './amount-limits.ts';
import { answerInvoices, deleteDraft, taxInactive } from './api-invoices.ts';
import {
  type ApiAnswer,
  answerRead,
  currencyCode,
  failure,
  missing,
  parameterFailure,
  whole,
} from './api-reads.ts';
import { createRefund } from './api-refunds.ts';
import { createPayment, deleteCustomer, detachCard } from './api-saved-cards.ts';
import { apiVersion, sessionObject } from './stripe-objects.ts';

/** The parts of a request that decide about the API's answer. */
export interface ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The form of a POST, the query of a GET. */
  readonly form: URLSearchParams;
}

type ApiDeps = StandIn & { readonly secretKey: string };

const webAddress = z.url({ protocol: /^https?$/ });

/** The languages of a payment page. Source: `locale` of "Create a Checkout Session" in the API reference. */
const checkoutLocales =
  'auto bg cs da de el en en-GB es es-419 et fi fil fr fr-CA hi-IN hr hu id it ja ko lt lv ms mt nb nl pl pt pt-BR ro ru sk sl sv th tr vi zh zh-HK zh-TW'.split(
    ' ',
  );

/** The parameters that the product sends; any other is an error, as with Stripe. */
const parametersSchema = z.strictObject({
  mode: z.literal('payment'),
  'line_items[0][quantity]': z.literal('1'),
  'line_items[0][price_data][currency]': currencyCode,
  'line_items[0][price_data][unit_amount]': whole,
  'line_items[0][price_data][tax_behavior]': z.optional(z.enum(['inclusive', 'exclusive'])),
  'line_items[0][price_data][product_data][name]': z.string().check(z.minLength(1)),
  client_reference_id: z.string().check(z.maxLength(200)),
  'metadata[purchase]': z.string(),
  'metadata[site]': z.string(),
  'payment_intent_data[metadata][purchase]': z.string(),
  'payment_intent_data[metadata][site]': z.string(),
  'payment_intent_data[metadata][bill]': z.optional(z.string()),
  success_url: webAddress,
  cancel_url: webAddress,
  expires_at: whole,
  locale: z.enum(checkoutLocales),
  'adaptive_pricing[enabled]': z.literal('false'),
  // The parameters that save the card: a customer to keep it for, and the purpose.
  customer_creation: z.optional(z.literal('always')),
  'payment_intent_data[setup_future_usage]': z.optional(z.literal('off_session')),
  'allowed_payment_method_types[0]': z.optional(z.literal('card')),
  customer_email: z.optional(z.email()),
  // The parameters of an invoice with tax, and of promotion codes.
  'automatic_tax[enabled]': z.optional(z.literal('true')),
  'tax_id_collection[enabled]': z.optional(z.literal('true')),
  billing_address_collection: z.optional(z.literal('required')),
  'invoice_creation[enabled]': z.optional(z.literal('true')),
  allow_promotion_codes: z.optional(z.literal('true')),
});

type SessionParameters = z.infer<typeof parametersSchema>;

/** So many answers are kept for their keys. Stripe keeps those of a day. */
const MAX_REPLIES = 1_000;

/** The shortest and the longest life of a session, in seconds. */
const LIFE_SECONDS = { min: 30 * 60, max: 24 * 60 * 60 } as const;

/**
 * Answers the calls of Stripe's API that the product makes. It checks the secret key, the
 * version and the idempotency key, and answers errors in Stripe's form.
 * Source: "Authentication", "Errors", "Idempotent requests" in the Stripe API reference.
 */
export function answerApi(request: ApiRequest, deps: ApiDeps): ApiAnswer {
  if (!hasKey(request, deps.secretKey)) return failure(401, 'Invalid API Key provided.');
  const version = request.headers['stripe-version'];
  if (version !== apiVersion) {
    return failure(400, `The local stand-in speaks version ${apiVersion} and not ${version}.`);
  }
  if (request.method === 'POST') return answerWrite(request, deps);
  if (request.method === 'DELETE') {
    return deleteDraft(request.path, deps) ?? deleteCustomer(request.path, deps);
  }
  const read = request.method === 'GET' && answerRead(request.path, request.form, deps);
  if (read) return read;
  return failure(404, `Unrecognized request URL (${request.method}: ${request.path}).`);
}

/** A key has one answer, and a repeated call gets it again. A refused call leaves its key free. */
function answerWrite({ headers, form, method, path }: ApiRequest, deps: ApiDeps): ApiAnswer {
  const requestKey = headers['idempotency-key']?.toString() ?? null;
  const requestHash = createHash('sha256').update(form.toString()).digest('hex');
  const earlier = deps.account.read().replies.find((one) => one.requestKey === requestKey);
  if (earlier && earlier.requestHash !== requestHash) {
    const message = 'Keys for idempotent requests can only be used with the same parameters.';
    return failure(400, message, { type: 'idempotency_error' });
  }
  if (earlier) return { status: earlier.status, body: earlier.body };
  const made =
    write(path, form, deps) ?? failure(404, `Unrecognized request URL (${method}: ${path}).`);
  if (requestKey === null || made.status === 400 || made.status === 404) return made;
  const reply = { requestKey, requestHash, status: made.status, body: { ...made.body } };
  deps.account.update((before) => ({
    ...before,
    replies: [...before.replies, reply].slice(-MAX_REPLIES),
  }));
  return made;
}

/** Does what the product asks for; nothing for an unknown address. */
function write(path: string, form: URLSearchParams, deps: ApiDeps): ApiAnswer | undefined {
  if (path === '/v1/checkout/sessions') return createSession(form, deps);
  if (path === '/v1/refunds') return createRefund(form, deps);
  if (path === '/v1/payment_intents') return createPayment(form, deps);
  return expireSession(path, deps) ?? answerInvoices(path, form, deps) ?? detachCard(path, deps);
}

function createSession(form: URLSearchParams, deps: ApiDeps): ApiAnswer {
  const parsed = z.safeParse(parametersSchema, Object.fromEntries(form));
  if (!parsed.success) return parameterFailure(parsed.error);
  const refusal = priceFailure(parsed.data) ?? taxFailure(parsed.data, deps.account.read());
  if (refusal) return refusal;
  const createdAt = Math.floor(deps.clock().getTime() / 1_000);
  const life = parsed.data.expires_at - createdAt;
  if (life < LIFE_SECONDS.min || life > LIFE_SECONDS.max) {
    const message = 'The `expires_at` timestamp must be 30 minutes to 24 hours from now.';
    return failure(400, message, { param: 'expires_at' });
  }
  const session = sessionOf(parsed.data, { id: deps.makeId('cs_test'), createdAt });
  deps.account.update((account) => ({ ...account, sessions: withItem(account.sessions, session) }));
  return { status: 200, body: sessionObject(session, deps.origin) };
}

/**
 * Expires an open session; nothing for any other address. The words of the refusal are in
 * https://github.com/Sylius/PayumStripePlugin/issues/70.
 * Source: "Expire a Checkout Session" in the Stripe API reference.
 */
function expireSession(path: string, deps: ApiDeps): ApiAnswer | undefined {
  const [, id] = /^\/v1\/checkout\/sessions\/(\w{1,255})\/expire$/.exec(path) ?? [];
  if (id === undefined) return undefined;
  const pages = deps.account.read().sessions.filter(({ charge }) => charge === undefined);
  const session = pages.find((one) => one.id === id);
  if (!session) return missing('checkout.session', id, 404, 'session');
  if (session.status !== 'open') {
    const message = `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`;
    return failure(400, message);
  }
  void deps.perform((before) => expire(before, session, deps.origin));
  return { status: 200, body: sessionObject({ ...session, status: 'expired' }, deps.origin) };
}

function priceFailure(parameters: SessionParameters): ApiAnswer | undefined {
  const names = {
    currency: 'line_items[0][price_data][currency]',
    amount: 'line_items[0][price_data][unit_amount]',
  } as const;
  return chargeFailure({
    currency: parameters[names.currency],
    amount: parameters[names.amount],
    names,
    least: "The Checkout Session's total amount due must add up to",
  });
}

/**
 * Refuses tax that Stripe refuses: without an account that is ready for it, or of a price that does not
 * say whether it contains the tax. Source: "Collect taxes" in https://docs.stripe.com/tax/checkout.
 */
function taxFailure(
  parameters: SessionParameters,
  { isTaxActive }: Account,
): ApiAnswer | undefined {
  if (parameters['automatic_tax[enabled]'] === undefined) return undefined;
  if (!isTaxActive) return taxInactive;
  const param = 'line_items[0][price_data][tax_behavior]';
  if (parameters[param] !== undefined) return undefined;
  return failure(400, 'The price needs a tax behavior for automatic tax.', { param });
}

function sessionOf(
  parameters: SessionParameters,
  identity: Pick<CheckoutSession, 'id' | 'createdAt'>,
): CheckoutSession {
  const bill = parameters['payment_intent_data[metadata][bill]'];
  const taxBehavior = parameters['line_items[0][price_data][tax_behavior]'];
  return {
    ...identity,
    status: 'open',
    paymentId: null,
    amountMinor: parameters['line_items[0][price_data][unit_amount]'],
    currency: parameters['line_items[0][price_data][currency]'],
    title: parameters['line_items[0][price_data][product_data][name]'],
    language: languages.find((one) => one === parameters.locale) ?? defaultLanguage,
    email: parameters.customer_email ?? null,
    reference: parameters.client_reference_id,
    metadata: { purchase: parameters['metadata[purchase]'], site: parameters['metadata[site]'] },
    paymentMetadata: {
      purchase: parameters['payment_intent_data[metadata][purchase]'],
      site: parameters['payment_intent_data[metadata][site]'],
      ...(bill === undefined ? {} : { bill }),
    },
    ...(taxBehavior && { taxBehavior }),
    successUrl: parameters.success_url,
    cancelUrl: parameters.cancel_url,
    expiresAt: parameters.expires_at,
    savesCard:
      parameters.customer_creation === 'always' &&
      parameters['payment_intent_data[setup_future_usage]'] === 'off_session',
  };
}

function hasKey({ headers }: ApiRequest, secretKey: string): boolean {
  const given = Buffer.from(headers.authorization?.toString() ?? '');
  const expected = Buffer.from(`Bearer ${secretKey}`);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
