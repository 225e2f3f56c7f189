import {
  type Account,
  type Dispute,
  type PaidSession,
  type Refund,
  type Session,
  withItem,
} from './account.ts';
import {
  disputeObject,
  paymentObject,
  refundObject,
  type StripeObject,
  sessionObject,
} from './stripe-objects.ts';

/** Something that Stripe tells by a webhook. */
export interface Happening {
  readonly type: string;
  readonly object: StripeObject;
}

/** What somebody did: how the account is then, and what is told of it. */
export interface Act {
  readonly account: Account;
  readonly happenings: readonly Happening[];
}

/** The session is paid. */
export function pay(account: Account, session: Session, paymentId: string, origin: string): Act {
  const paid: PaidSession = { ...session, status: 'complete', paymentId };
  return {
    account: { ...account, sessions: withItem(account.sessions, paid) },
    happenings: [
      { type: 'payment_intent.succeeded', object: paymentObject(paid) },
      { type: 'checkout.session.completed', object: sessionObject(paid, origin) },
    ],
  };
}

/** The card is refused; the session stays open for another one. */
export function decline(account: Account, session: Session, paymentId: string): Act {
  const failed = { ...paymentObject({ ...session, paymentId }), amount_received: 0 };
  const object = { ...failed, latest_charge: null, status: 'requires_payment_method' };
  return { account, happenings: [{ type: 'payment_intent.payment_failed', object }] };
}

/** The session's time is over. */
export function expire(account: Account, session: Session, origin: string): Act {
  const expired: Session = { ...session, status: 'expired' };
  return {
    account: { ...account, sessions: withItem(account.sessions, expired) },
    happenings: [{ type: 'checkout.session.expired', object: sessionObject(expired, origin) }],
  };
}

/** A refund begins, goes through at once, or turns out to have failed. */
export function refund(account: Account, session: PaidSession, changed: Refund): Act {
  const object = refundObject(changed, session);
  const types =
    changed.status === 'failed'
      ? ['refund.updated', 'refund.failed']
      : ['refund.created', 'refund.updated'];
  return {
    account: { ...account, refunds: withItem(account.refunds, changed) },
    happenings: types.map((type) => ({ type, object })),
  };
}

/** A dispute is opened, won or lost. */
export function dispute(account: Account, session: PaidSession, changed: Dispute): Act {
  const object = disputeObject(changed, session);
  return {
    account: { ...account, disputes: withItem(account.disputes, changed) },
    happenings: disputeTypes[changed.status].map((type) => ({ type, object })),
  };
}

const disputeTypes: Readonly<Record<Dispute['status'], readonly string[]>> = {
  needs_response: ['charge.dispute.created', 'charge.dispute.funds_withdrawn'],
  won: ['charge.dispute.closed', 'charge.dispute.funds_reinstated'],
  lost: ['charge.dispute.closed'],
};
