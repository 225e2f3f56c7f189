import * as z from 'zod/mini';
import { type Account, isPaid, type PaidSession, refundableMinor } from './account.ts';
import { type Act, dispute, expire, refund } from './acts.ts';

/** What the forms of the desk bring that change what a payment is. */
const actionSchema = z.discriminatedUnion('action', [
  z.object({ action: z.literal('expire'), id: z.string() }),
  z.object({ action: z.literal('refund'), id: z.string(), amount: z.string() }),
  z.object({ action: z.literal('fail-refund'), id: z.string() }),
  z.object({ action: z.literal('dispute'), id: z.string() }),
  z.object({ action: z.enum(['win', 'lose']), id: z.string() }),
]);

interface DeskDeps {
  readonly origin: string;
  readonly makeId: (prefix: string) => string;
}

/**
 * What a form of the desk does to the account.
 *
 * @returns nothing when it is no form of the desk, or can't be done as the account is now
 */
export function deskAct(account: Account, form: URLSearchParams, deps: DeskDeps): Act | undefined {
  const parsed = z.safeParse(actionSchema, Object.fromEntries(form));
  if (!parsed.success) return undefined;
  const asked = parsed.data;
  switch (asked.action) {
    case 'expire': {
      const open = account.sessions.find((one) => one.id === asked.id && one.status === 'open');
      return open && expire(account, open, deps.origin);
    }
    case 'refund':
      return refundAct(account, asked, deps);
    case 'fail-refund':
      return failAct(account, asked.id);
    case 'dispute':
      return disputeAct(account, asked.id, deps);
    case 'win':
    case 'lose':
      return closeAct(account, asked.id, asked.action === 'win' ? 'won' : 'lost');
  }
}

function refundAct(
  account: Account,
  { id, amount }: { readonly id: string; readonly amount: string },
  { makeId }: DeskDeps,
): Act | undefined {
  const session = account.sessions.filter(isPaid).find((one) => one.id === id);
  const amountMinor = minorOf(amount);
  if (!session || amountMinor < 1 || amountMinor > refundableMinor(account, session)) {
    return undefined;
  }
  const { paymentId } = session;
  return refund(account, session, {
    id: makeId('re'),
    paymentId,
    amountMinor,
    status: 'succeeded',
  });
}

function failAct(account: Account, id: string): Act | undefined {
  const found = account.refunds.find((one) => one.id === id && one.status === 'succeeded');
  const session = found && sessionPaidBy(account, found.paymentId);
  return session && refund(account, session, { ...found, status: 'failed' });
}

/** A dispute is of what has not been refunded. */
function disputeAct(account: Account, id: string, { makeId }: DeskDeps): Act | undefined {
  const session = account.sessions.filter(isPaid).find((one) => one.id === id);
  if (!session) return undefined;
  const { paymentId } = session;
  const isDisputed = account.disputes.some((one) => one.paymentId === paymentId);
  const amountMinor = refundableMinor(account, session);
  if (isDisputed || amountMinor === 0) return undefined;
  const opened = { id: makeId('dp'), paymentId, amountMinor, status: 'needs_response' } as const;
  return dispute(account, session, opened);
}

function closeAct(account: Account, id: string, status: 'won' | 'lost'): Act | undefined {
  const found = account.disputes.find((one) => one.id === id && one.status === 'needs_response');
  const session = found && sessionPaidBy(account, found.paymentId);
  return session && dispute(account, session, { ...found, status });
}

function sessionPaidBy({ sessions }: Account, paymentId: string): PaidSession | undefined {
  return sessions.filter(isPaid).find((one) => one.paymentId === paymentId);
}

/** An amount as typed, such as `12.5`, in minor units; 0 when it is none. */
function minorOf(text: string): number {
  const [, whole, fraction = ''] = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text.trim()) ?? [];
  return whole === undefined ? 0 : Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
}
