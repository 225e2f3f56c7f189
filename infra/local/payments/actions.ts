import {
  type Account,
  type CheckoutSession,
  type Dispute,
  type PaidSession,
  type Refund,
  withItem,
} from './account.ts';
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

export function pay(
  account: Account,
  session: CheckoutSession,
  paymentId: string,
  origin: string,
): ActionResult {
  const paid: PaidSession = { ...session, status: 'complete', paymentId };
  return {
    account: { ...account, sessions: withItem(account.sessions, paid) },
    events: [
      { type: 'payment_intent.succeeded', object: paymentObject(paid) },
      { type: 'checkout.session.completed', object: sessionObject(paid, origin) },
    ],
  };
}

/** Declines a card; the session stays open for another one. */
export function decline(
  account: Account,
  session: CheckoutSession,
  paymentId: string,
): ActionResult {
  const failed = { ...paymentObject({ ...session, paymentId }), amount_received: 0 };
  const object = { ...failed, latest_charge: null, status: 'requires_payment_method' };
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
