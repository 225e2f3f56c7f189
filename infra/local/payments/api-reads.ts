import * as z from 'zod/mini';
import { type Account, type CheckoutSession, isPaid, type PaidSession } from './account.ts';
import type { StandIn } from './actions.ts';
import {
  creditNoteObject,
  disputeObject,
  invoiceObject,
  paymentObject,
  refundObject,
  type StripeObject,
  sessionObject,
  transactionObject,
} from './stripe-objects.ts';

export interface ApiAnswer {
  readonly status: number;
  readonly body: StripeObject;
}

/** A whole number in a form or a query. */
export const whole = z.pipe(z.string().check(z.regex(/^\d{1,15}$/)), z.transform(Number));

/** A currency as Stripe's API has it. Source: https://docs.stripe.com/currencies. */
export const currencyCode = z.string().check(z.regex(/^[a-z]{3}$/));

/** Source: "Pagination" in the Stripe API reference: ten at most, unless a limit up to 100 is asked for. */
const pageFields = {
  limit: z.optional(whole.check(z.minimum(1), z.maximum(100))),
  starting_after: z.optional(z.string()),
};

const retrievedSessionSchema = z.strictObject({
  'expand[0]': z.optional(z.literal('payment_intent')),
});

const listedSessionsSchema = z.strictObject({
  ...pageFields,
  'created[gte]': z.optional(whole),
  'created[lte]': z.optional(whole),
  'expand[0]': z.optional(z.literal('data.payment_intent')),
});

const listedPaymentsSchema = z.strictObject({ ...pageFields, 'created[gte]': z.optional(whole) });

const listedReversalsSchema = z.strictObject({
  ...pageFields,
  payment_intent: z.optional(z.string()),
});

const listedTransactionsSchema = z.strictObject({
  ...pageFields,
  type: z.enum(['charge', 'payment']),
  'expand[0]': z.literal('data.source'),
});

const listedNotesSchema = z.strictObject({ ...pageFields, invoice: z.string() });

/**
 * Answers the reads of Stripe's API that the product makes; nothing for any other address. Lists
 * have the newest first.
 * Source: "Checkout Sessions", "PaymentIntents", "Refunds", "Disputes" in the Stripe API reference.
 */
export function answerRead(
  path: string,
  query: URLSearchParams,
  { origin, account, clock }: Pick<StandIn, 'origin' | 'account' | 'clock'>,
): ApiAnswer | undefined {
  const known = account.read();
  const nowSeconds = Math.floor(clock().getTime() / 1_000);
  const sessionIn = (session: CheckoutSession, isExpanded: boolean) =>
    readSession(session, { origin, nowSeconds, isExpanded });
  const [, resource, id] = /^\/v1\/([a-z_]+(?:\/sessions)?)(?:\/(\w{1,255}))?$/.exec(path) ?? [];
  const pages = known.sessions.filter(({ charge }) => charge === undefined);
  if (resource === 'payment_intents' && id) return retrievePayment(id, known);
  if (resource === 'payment_intents') {
    return checked(listedPaymentsSchema, query, (asked) => {
      const found = known.sessions
        .filter((one) => isPaid(one) || one.charge !== undefined)
        .filter((one) => one.createdAt >= (asked['created[gte]'] ?? 0))
        .map((session) => ({ id: session.paymentId ?? session.id, session }));
      return listOf(found, path, asked, ({ session }) => paymentObject(session));
    });
  }
  if (resource === 'checkout/sessions' && id) {
    return checked(retrievedSessionSchema, query, (asked) => {
      const session = pages.find((one) => one.id === id);
      if (!session) return missing('checkout.session', id, 404, 'session');
      return { status: 200, body: sessionIn(session, asked['expand[0]'] !== undefined) };
    });
  }
  if (resource === 'checkout/sessions') {
    return checked(listedSessionsSchema, query, (asked) => {
      const { 'created[gte]': from = 0, 'created[lte]': until = nowSeconds } = asked;
      const found = pages.filter((one) => one.createdAt >= from && one.createdAt <= until);
      const isExpanded = asked['expand[0]'] !== undefined;
      return listOf(found, path, asked, (session) => sessionIn(session, isExpanded));
    });
  }
  if (resource === 'invoices' && id) {
    const invoice = known.invoices.find((one) => one.id === id);
    if (!invoice) return missing('invoice', id, 404, 'invoice');
    return { status: 200, body: invoiceObject(invoice, origin) };
  }
  if (resource === 'credit_notes' && id) {
    const note = known.creditNotes.find((one) => one.id === id);
    if (!note) return missing('credit_note', id, 404, 'id');
    return { status: 200, body: creditNoteObject(note, origin) };
  }
  if (resource === 'credit_notes') {
    return checked(listedNotesSchema, query, (asked) => {
      const found = known.creditNotes.filter(({ invoiceId }) => invoiceId === asked.invoice);
      return listOf(found, path, asked, (note) => creditNoteObject(note, origin));
    });
  }
  if (resource === 'balance_transactions' && !id) {
    return checked(listedTransactionsSchema, query, (asked) => {
      // A card pays here, and no other method does.
      const paid = asked.type === 'charge' ? known.sessions.filter(isPaid) : [];
      const found = paid.map((one) => ({ ...one, id: `txn_${one.id}` }));
      return listOf(found, path, asked, transactionObject);
    });
  }
  if (resource === 'refunds' && !id) {
    return listReversals(known, { path, query, of: known.refunds, toObject: refundObject });
  }
  if (resource === 'disputes' && !id) {
    return listReversals(known, { path, query, of: known.disputes, toObject: disputeObject });
  }
  return undefined;
}

/** A session expires by the clock, also when nobody looks at its page. */
function readSession(
  session: CheckoutSession,
  context: { readonly origin: string; readonly nowSeconds: number; readonly isExpanded: boolean },
): StripeObject {
  const { origin, nowSeconds, isExpanded } = context;
  const isLate = session.status === 'open' && session.expiresAt <= nowSeconds;
  const object = sessionObject(isLate ? { ...session, status: 'expired' } : session, origin);
  if (!isExpanded || !isPaid(session)) return object;
  return { ...object, payment_intent: paymentObject(session) };
}

function retrievePayment(id: string, { sessions }: Account): ApiAnswer {
  const session = sessions.find(
    (one) => one.paymentId === id || (one.charge !== undefined && one.id === id),
  );
  if (!session) return missing('payment_intent', id, 404, 'intent');
  return { status: 200, body: paymentObject(session) };
}

function listReversals<Item extends { readonly id: string; readonly paymentId: string }>(
  { sessions }: Account,
  list: {
    readonly path: string;
    readonly query: URLSearchParams;
    readonly of: readonly Item[];
    readonly toObject: (item: Item, session: PaidSession) => StripeObject;
  },
): ApiAnswer {
  const paid = new Map(sessions.filter(isPaid).map((one) => [one.paymentId, one]));
  return checked(listedReversalsSchema, list.query, (asked) => {
    const { payment_intent: paymentId } = asked;
    const found = list.of.filter((one) => paymentId === undefined || one.paymentId === paymentId);
    return listOf(found, list.path, asked, (item) => {
      const session = paid.get(item.paymentId);
      return session ? list.toObject(item, session) : {};
    });
  });
}

function listOf<Item extends { readonly id: string }>(
  items: readonly Item[],
  url: string,
  page: { readonly limit?: number | undefined; readonly starting_after?: string | undefined },
  toObject: (item: Item) => StripeObject,
): ApiAnswer {
  const { limit = 10, starting_after: after } = page;
  const newestFirst = items.toReversed();
  const place = newestFirst.findIndex(({ id }) => id === after);
  if (after !== undefined && place < 0) return missing('object', after, 400, 'starting_after');
  const rest = newestFirst.slice(place + 1);
  const data = rest.slice(0, limit).map(toObject);
  return { status: 200, body: { object: 'list', url, has_more: rest.length > limit, data } };
}

function checked<Schema extends z.ZodMiniType>(
  schema: Schema,
  query: URLSearchParams,
  answer: (asked: z.output<Schema>) => ApiAnswer,
): ApiAnswer {
  const { success, data, error } = z.safeParse(schema, Object.fromEntries(query));
  return success ? answer(data) : parameterFailure(error);
}

/** Source: "resource_missing" in "Error codes" of the Stripe documentation. */
export function missing(kind: string, id: string, status: number, param: string): ApiAnswer {
  return failure(status, `No such ${kind}: '${id}'`, { code: 'resource_missing', param });
}

/** An error in Stripe's form. Source: "Errors" in the Stripe API reference. */
export function failure(status: number, message: string, more: StripeObject = {}): ApiAnswer {
  return { status, body: { error: { type: 'invalid_request_error', message, ...more } } };
}

/** The error about the first parameter that is unknown or malformed. */
export function parameterFailure(error: z.core.$ZodError): ApiAnswer {
  const [issue] = error.issues;
  if (issue?.code === 'unrecognized_keys') {
    const [param = ''] = issue.keys;
    const more = { code: 'parameter_unknown', param };
    return failure(400, `Received unknown parameter: ${param}`, more);
  }
  const param = issue?.path.join('.') ?? '';
  return failure(400, `Invalid parameter: ${param}`, { param });
}
