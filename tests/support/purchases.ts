import { expect } from 'vitest';
import type {
  OwedRefund,
  OwedRefundStore,
  RefundAnswer,
} from '../../functions/domain/purchase/owed-refund.ts';
import type { PaymentEvent } from '../../functions/domain/purchase/payments.ts';
import type { StoredPurchase } from '../../functions/domain/purchase/purchase.ts';
import type { Reversal } from '../../functions/domain/purchase/reversal.ts';
import type { CreditNoteDeps } from '../../functions/purchases/issue-credit-notes.ts';
import type { TopUpDeps } from '../../functions/purchases/make-top-ups.ts';

export const purchaseId = '0195f0a0-0000-7000-8000-0000000000aa';

export const paymentId = 'pi_1';

/** A purchase of 500 credits for 20 dollars, begun at noon and open for an hour. */
export function aPurchase(changes: Partial<StoredPurchase> = {}): StoredPurchase {
  return {
    id: purchaseId,
    walletId: '0195f0a0-0000-7000-8000-000000000001',
    packId: 'medium',
    amountCredits: 500,
    currency: 'USD',
    amountMinor: 2_000,
    progress: 'open',
    reversedCredits: 0,
    createdAt: new Date('2026-11-21T12:00:00Z'),
    openUntil: new Date('2026-11-21T13:00:00Z'),
    reversals: [],
    ...changes,
  };
}

/** The purchase was paid as ordered. */
export function paidEvent(
  changes: Partial<Extract<PaymentEvent, { kind: 'paid' }>> = {},
): PaymentEvent {
  return { kind: 'paid', purchaseId, paymentId, amountMinor: 2_000, currency: 'USD', ...changes };
}

/** Money of the purchase goes back. */
export function reversalEvent(reversal: Partial<Reversal> = {}, currency = 'USD'): PaymentEvent {
  return { kind: 'reversal', purchaseId, paymentId, reversal: aReversal(reversal), currency };
}

/** A refund of half the price. */
export function aReversal(changes: Partial<Reversal> = {}): Reversal {
  return { id: 're_1', kind: 'refund', amountMinor: 1_000, status: 'taken', ...changes };
}

/** No card and no credit note is due. */
export const noTopUps: Pick<TopUpDeps, 'topUps' | 'cards' | 'currentTime'> &
  Pick<CreditNoteDeps, 'creditNotes'> = {
  creditNotes: { listDue: async () => [], issue: () => expect.fail('no refund lacks one') },
  topUps: {
    listDue: async () => [],
    claim: async () => undefined,
    isWanted: async () => false,
    postpone: async () => {},
    settle: async () => {},
    forget: async () => {},
  },
  cards: { charge: async () => ({ ok: true }), remove: async () => ({ ok: true }) },
  currentTime: () => expect.fail('no card is due'),
};

/** Refunds that we owe, and the answers of the payment service; records what is done. */
export function memoryRefunds(
  due: readonly OwedRefund[] = [],
  answerTo: (refund: OwedRefund) => Promise<RefundAnswer> = async () => ({ ok: true }),
) {
  const done: string[] = [];
  const owedRefunds: OwedRefundStore = {
    listDue: async () => due,
    settle: async (id, refundId) => void done.push(`settle ${id} ${refundId ?? 'without'}`),
    postpone: async ({ purchaseId: id }) => void done.push(`postpone ${id}`),
  };
  return { owedRefunds, refunds: { make: answerTo }, done };
}
