import { readPaper } from '../../src/contract/checkout.ts';
import { purchaseStore } from '../adapters/postgres/purchase/purchase-store.ts';
import { stripePapers } from '../adapters/stripe/invoices.ts';
import { forSession, type SessionRequest } from '../callers/for-session.ts';
import type { Papers } from '../domain/purchase/payments.ts';
import { papersOf } from '../domain/purchase/purchase.ts';
import type { PurchaseStore } from '../domain/purchase/purchase-store.ts';
import type { Reply } from '../http/handler.ts';
import { stripeSettings } from '../settings.ts';

interface Deps {
  readonly purchases: Pick<PurchaseStore, 'find'>;
  readonly papers: Papers;
}

/** Leads to the invoice of a purchase, or a credit note of it, at an address that has not run out. */
export async function read(
  { params, caller }: SessionRequest<typeof readPaper>,
  { purchases, papers }: Deps,
): Promise<Reply<typeof readPaper>> {
  const purchase = await purchases.find(caller.account.walletId, params.id);
  if (!purchase || !papersOf(purchase).includes(params.paper)) return paperUnknown;
  const refund = purchase.reversals.find(({ id }) => id === params.paper);
  const found = refund?.creditNote
    ? await papers.findCreditNote(refund.creditNote.id)
    : await papers.findInvoice(purchase.invoiceId ?? '');
  if (!found.ok) return found;
  return found.url === undefined ? paperUnknown : { status: 302, location: found.url };
}

const paperUnknown = {
  ok: false,
  code: 'purchase_not_found',
  detail: 'You have no purchase with that paper. GET /api/purchases lists the papers of each.',
} as const;

export const handler = forSession(readPaper, read, (db, env) => ({
  purchases: purchaseStore(db),
  papers: stripePapers(stripeSettings(env)),
}));
