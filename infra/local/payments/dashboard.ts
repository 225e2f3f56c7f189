import * as z from 'zod/mini';
import { currencyRule } from '../../../src/contract/currencies.ts';
import {
  type Account,
  chargeEnds,
  deliveryModes,
  isPaid,
  type PaidSession,
  refundableMinor,
} from './account.ts';
import { type ActionResult, changeCard, dispute, expire, refund, type StandIn } from './actions.ts';
import type { Deliveries } from './deliveries.ts';

type ActionDeps = Pick<StandIn, 'origin' | 'makeId'>;

/** Handles a form of the dashboard; resolves to whether its action was done. */
export async function handleDashboardForm(
  form: URLSearchParams,
  deps: StandIn & { readonly webhooks: Deliveries },
): Promise<boolean> {
  const { account, webhooks, perform } = deps;
  const action = form.get('action');
  if (action === 'mode') {
    const mode = deliveryModes.find((one) => one === form.get('mode'));
    if (mode === undefined) return false;
    account.update((before) => ({ ...before, deliveryMode: mode }));
    return true;
  }
  if (action === 'release') {
    await webhooks.release(form.get('order') === 'newest' ? 'newest' : 'oldest');
    return true;
  }
  return perform((before) => dashboardAction(before, form, deps));
}

/** The dashboard's forms that change a payment. */
const formSchema = z.discriminatedUnion('action', [
  z.object({ action: z.literal('expire'), id: z.string() }),
  z.object({ action: z.literal('refund'), id: z.string(), amount: z.string() }),
  z.object({ action: z.literal('fail-refund'), id: z.string() }),
  z.object({ action: z.literal('dispute'), id: z.string() }),
  z.object({ action: z.enum(['win', 'lose']), id: z.string() }),
  z.object({ action: z.literal('card'), id: z.string(), next: z.enum(chargeEnds) }),
]);

export type FormAction = 'mode' | 'release' | z.infer<typeof formSchema>['action'];

/**
 * The result of a form's action on the account.
 * @returns nothing when the form is malformed, or the account does not allow the action
 */
export function dashboardAction(
  account: Account,
  form: URLSearchParams,
  deps: ActionDeps,
): ActionResult | undefined {
  const parsed = z.safeParse(formSchema, Object.fromEntries(form));
  if (!parsed.success) return undefined;
  const fields = parsed.data;
  switch (fields.action) {
    case 'expire': {
      const open = account.sessions.find((one) => one.id === fields.id && one.status === 'open');
      return open && expire(account, open, deps.origin);
    }
    case 'refund':
      return refundPayment(account, fields.id, fields.amount, deps);
    case 'fail-refund':
      return failRefund(account, fields.id);
    case 'dispute':
      return openDispute(account, fields.id, deps);
    case 'win':
    case 'lose':
      return closeDispute(account, fields.id, fields.action === 'win' ? 'won' : 'lost');
    case 'card': {
      const card = account.cards.find((one) => one.id === fields.id && !one.isDetached);
      return card && changeCard(account, { ...card, next: fields.next });
    }
  }
}

function refundPayment(
  account: Account,
  id: string,
  amount: string,
  { makeId }: ActionDeps,
): ActionResult | undefined {
  const session = account.sessions.filter(isPaid).find((one) => one.id === id);
  const amountMinor = session ? minorOf(amount, session.currency) : 0;
  if (!session || amountMinor < 1 || amountMinor > refundableMinor(account, session)) {
    return undefined;
  }
  const { paymentId } = session;
  const made = { id: makeId('re'), paymentId, amountMinor, status: 'succeeded' } as const;
  return refund(account, session, made);
}

function failRefund(account: Account, id: string): ActionResult | undefined {
  const found = account.refunds.find((one) => one.id === id && one.status === 'succeeded');
  const session = found && sessionPaidBy(account, found.paymentId);
  return session && refund(account, session, { ...found, status: 'failed' });
}

/** Disputes the part of a payment that is not refunded. */
function openDispute(
  account: Account,
  id: string,
  { makeId }: ActionDeps,
): ActionResult | undefined {
  const session = account.sessions.filter(isPaid).find((one) => one.id === id);
  if (!session) return undefined;
  const { paymentId } = session;
  const isDisputed = account.disputes.some((one) => one.paymentId === paymentId);
  const amountMinor = refundableMinor(account, session);
  if (isDisputed || amountMinor === 0) return undefined;
  const opened = { id: makeId('dp'), paymentId, amountMinor, status: 'needs_response' } as const;
  return dispute(account, session, opened);
}

function closeDispute(
  account: Account,
  id: string,
  status: 'won' | 'lost',
): ActionResult | undefined {
  const found = account.disputes.find((one) => one.id === id && one.status === 'needs_response');
  const session = found && sessionPaidBy(account, found.paymentId);
  return session && dispute(account, session, { ...found, status });
}

function sessionPaidBy({ sessions }: Account, paymentId: string): PaidSession | undefined {
  return sessions.filter(isPaid).find((one) => one.paymentId === paymentId);
}

/** A typed amount, such as `12.5`, in minor units; 0 when it is malformed or Stripe refuses it. */
function minorOf(text: string, currency: string): number {
  const [, whole, fraction = ''] = /^(\d{1,9})(?:\.(\d{1,3}))?$/.exec(text.trim()) ?? [];
  const { decimals, step } = currencyRule(currency);
  if (whole === undefined || fraction.length > decimals) return 0;
  const minor = Number(`${whole}${fraction.padEnd(decimals, '0')}`);
  return minor % step === 0 ? minor : 0;
}
