import {
  type Account,
  type CheckoutSession,
  type Dispute,
  type Invoice,
  isPaid,
  type PaidSession,
  paidMinor,
  type Refund,
  type SavedCard,
  withItem,
} from './account.ts';
import type { AccountFile } from './account-file.ts';
import {
  disputeObject,
  paymentObject,
  refundObject,
  type StripeObject,
  sessionObject,
} from './stripe-objects.ts';

/** An event that Stripe sends to webhooks. */
export interface StripeEvent {
  readonly type: string;
  readonly object: StripeObject;
}

export interface ActionResult {
  readonly account: Account;
  readonly events: readonly StripeEvent[];
}

/** Applies an action, if the account allows it, and sends the events; resolves to whether it did. */
export type Perform = (action: (account: Account) => ActionResult | undefined) => Promise<boolean>;

/** The parts that the pages and the calls of the stand-in work with. */
export interface StandIn {
  readonly origin: string;
  readonly account: AccountFile;
  readonly clock: () => Date;
  readonly makeId: (prefix: string) => string;
  readonly perform: Perform;
}

/**
 * Completes an order by a payment, which saves the card if the page does; where a code made it free,
 * without both. A page with tax makes an invoice.
 * @param made the id of the payment, if there is one
 */
export function pay(
  account: Account,
  session: CheckoutSession,
  made: string,
  origin: string,
): ActionResult {
  const isFree = paidMinor(session) === 0;
  const savesCard = session.savesCard === true && !isFree;
  const idOf = (prefix: string) => made.replace('pi', prefix);
  const [customerId, cardId, invoiceId] = [idOf('cus'), idOf('pm'), idOf('in')];
  const invoiced = session.taxBehavior ? { customerId, invoiceId } : {};
  const saved = savesCard ? { customerId, cardId } : {};
  const paymentId = isFree ? null : made;
  const paid: CheckoutSession = {
    ...session,
    ...invoiced,
    ...saved,
    status: 'complete',
    paymentId,
  };
  const { email, bill } = session;
  const card: SavedCard = {
    ...{ id: cardId, customerId, email, isDetached: false, next: 'works' },
    ...(bill && { buyer: bill }),
  };
  const completed = { type: 'checkout.session.completed', object: sessionObject(paid, origin) };
  return {
    account: {
      ...account,
      sessions: withItem(account.sessions, paid),
      ...(savesCard && { cards: withItem(account.cards, card) }),
      ...('customerId' in paid && { customers: [...account.customers, customerId] }),
      ...(session.taxBehavior && {
        invoices: withItem(account.invoices, invoiceOf(paid, session.taxBehavior, account)),
      }),
    },
    events: isFree
      ? [completed]
      : [{ type: 'payment_intent.succeeded', object: paymentObject(paid) }, completed],
  };
}

function invoiceOf(
  session: CheckoutSession,
  taxBehavior: Invoice['taxBehavior'],
  account: Account,
): Invoice {
  const { invoiceId = '', customerId = '', currency, title, amountMinor, bill } = session;
  return {
    ...{ id: invoiceId, number: nextNumber(account), status: 'paid', customerId, currency, title },
    ...{ amountMinor, taxBehavior, metadata: {}, paymentMetadata: session.paymentMetadata },
    ...(bill && { bill }),
    ...(session.paymentId === null ? {} : { paymentId: session.paymentId }),
  };
}

/** Invoices have numbers without gaps, in the order in which they are made. */
export function nextNumber({ invoices }: Account): string {
  const issued = invoices.filter(({ status }) => status !== 'draft');
  return `LOCAL-${String(issued.length + 1).padStart(4, '0')}`;
}

/** Charges a saved card, which its end decides about. The payment has no page. */
export function charge(account: Account, payment: CheckoutSession): ActionResult {
  const type = isPaid(payment) ? 'payment_intent.succeeded' : 'payment_intent.payment_failed';
  return {
    account: { ...account, sessions: withItem(account.sessions, payment) },
    events: [{ type, object: paymentObject(payment) }],
  };
}

/** Deletes a customer, which detaches the customer's cards. */
export function removeCustomer(account: Account, customerId: string): ActionResult {
  const cards = account.cards.map((card) =>
    card.customerId === customerId ? { ...card, isDetached: true } : card,
  );
  const customers = account.customers.filter((id) => id !== customerId);
  return { account: { ...account, cards, customers }, events: [] };
}

/** Detaches a saved card, or decides about its next charges. */
export function changeCard(account: Account, card: SavedCard): ActionResult {
  return { account: { ...account, cards: withItem(account.cards, card) }, events: [] };
}

/** Declines a card; the session stays open for another one. */
export function decline(
  account: Account,
  session: CheckoutSession,
  paymentId: string,
): ActionResult {
  const object = { ...paymentObject({ ...session, paymentId: null }), id: paymentId };
  return { account, events: [{ type: 'payment_intent.payment_failed', object }] };
}

export function expire(account: Account, session: CheckoutSession, origin: string): ActionResult {
  const expired: CheckoutSession = { ...session, status: 'expired' };
  return {
    account: { ...account, sessions: withItem(account.sessions, expired) },
    events: [{ type: 'checkout.session.expired', object: sessionObject(expired, origin) }],
  };
}

/** Makes a refund, which succeeds at once, or changes it to a failed one. */
export function refund(account: Account, session: PaidSession, changed: Refund): ActionResult {
  const object = refundObject(changed, session);
  return {
    account: { ...account, refunds: withItem(account.refunds, changed) },
    events: refundTypes[changed.status].map((type) => ({ type, object })),
  };
}

/** Opens, wins or loses a dispute. */
export function dispute(account: Account, session: PaidSession, changed: Dispute): ActionResult {
  const object = disputeObject(changed, session);
  return {
    account: { ...account, disputes: withItem(account.disputes, changed) },
    events: disputeTypes[changed.status].map((type) => ({ type, object })),
  };
}

const refundTypes: Readonly<Record<Refund['status'], readonly string[]>> = {
  succeeded: ['refund.created', 'refund.updated'],
  failed: ['refund.updated', 'refund.failed'],
};

const disputeTypes: Readonly<Record<Dispute['status'], readonly string[]>> = {
  needs_response: ['charge.dispute.created', 'charge.dispute.funds_withdrawn'],
  won: ['charge.dispute.closed', 'charge.dispute.funds_reinstated'],
  lost: ['charge.dispute.closed'],
};
