import { type Export, exportLimits, exportLists } from '../../../src/contract/export.ts';
import { keyReplyOf } from '../key/personal-key.ts';
import { entryReplyOf } from '../ledger/entry-reply.ts';
import {
  availableCredits,
  type Hold,
  heldCredits,
  type Lot,
  owedCredits,
} from '../ledger/wallet.ts';
import { purchaseReplyOf, type StoredPurchase } from '../purchase/purchase.ts';
import { asOf, summaryOf } from '../run/run.ts';
import type { AccountRecord } from './account-store.ts';
import { sessionReplyOf } from './user-sessions.ts';

/**
 * An account as its owner exports it. It omits what could open a session, reveal an address by the
 * trial's key, or name an operator.
 */
export function exportReplyOf(account: AccountRecord, sessionId: string, now: Date): Export {
  const { wallet, trialGrantedAt } = account;
  const shown = withinLimits(account);
  return {
    exportedAt: now.toISOString(),
    cut: exportLists.filter((list) => account[list].length > exportLimits[list]),
    id: account.id,
    createdAt: account.createdAt.toISOString(),
    savedAt: account.savedAt.toISOString(),
    profile: account.profile,
    sessions: shown.sessions.map((session) => ({
      ...sessionReplyOf(session, sessionId),
      userAgent: session.userAgent,
    })),
    devices: [...account.devices],
    trial: trialGrantedAt ? { grantedAt: trialGrantedAt.toISOString() } : null,
    wallet: {
      id: wallet.id,
      available: availableCredits(wallet),
      held: heldCredits(wallet),
      owed: owedCredits(wallet),
    },
    lots: shown.lots.map(exportedLot),
    holds: shown.holds.map(exportedHold),
    entries: shown.entries.map(entryReplyOf),
    purchases: shown.purchases.map((purchase) => exportedPurchase(purchase, now)),
    topUp: account.topUp,
    keys: shown.keys.map((key) => keyReplyOf(key, now)),
    messages: { ...account.messages, unwanted: [...account.messages.unwanted] },
    notices: shown.notices.map(({ event, createdAt, sentAt }) => ({
      event,
      createdAt: createdAt.toISOString(),
      sentAt: sentAt?.toISOString() ?? null,
    })),
    runs: shown.runs.map((run) => summaryOf(asOf(run, now))),
  };
}

type Exported<List extends keyof Export> = Export[List] extends (infer Item)[] ? Item : never;

function withinLimits(account: AccountRecord): Pick<AccountRecord, (typeof exportLists)[number]> {
  return {
    sessions: account.sessions.slice(0, exportLimits.sessions),
    lots: account.lots.slice(0, exportLimits.lots),
    holds: account.holds.slice(0, exportLimits.holds),
    entries: account.entries.slice(0, exportLimits.entries),
    purchases: account.purchases.slice(0, exportLimits.purchases),
    notices: account.notices.slice(0, exportLimits.notices),
    keys: account.keys.slice(0, exportLimits.keys),
    runs: account.runs.slice(0, exportLimits.runs),
  };
}

function exportedLot(lot: Lot): Exported<'lots'> {
  return {
    id: lot.id,
    source: lot.source,
    amount: lot.amountCredits,
    remaining: lot.remainingCredits,
    held: lot.heldCredits,
    owed: lot.owedCredits,
    expired: lot.expiredCredits,
    refunded: lot.refundedCredits,
    ...(lot.reason === undefined ? {} : { reason: lot.reason }),
    grantedAt: lot.grantedAt.toISOString(),
    expiresAt: lot.expiresAt.toISOString(),
  };
}

function exportedHold(hold: Hold): Exported<'holds'> {
  return {
    id: hold.id,
    amount: hold.amountCredits,
    state: hold.state,
    captured: hold.captured.reduce((sum, share) => sum + share.amountCredits, 0),
    reference: hold.reference,
    createdAt: hold.createdAt.toISOString(),
    expiresAt: hold.expiresAt.toISOString(),
  };
}

function exportedPurchase(purchase: StoredPurchase, now: Date): Exported<'purchases'> {
  const { paymentId: payment, invoiceId: invoice, country, reversals } = purchase;
  return {
    ...purchaseReplyOf(purchase, now),
    ...{ payment, invoice, country },
    reversals: reversals.map(({ status, ...reversal }) => ({ ...reversal, standing: status })),
  };
}
