import {
  type AccountPart,
  accountPath,
  packOf,
  packUnknown,
  purchaseParameter,
  startCheckout,
} from '../../src/contract/checkout.ts';
import { defaultLanguage, localizedPath } from '../../src/contract/language.ts';
import { currencies, type Pack } from '../../src/contract/prices.ts';
import { newId } from '../adapters/postgres/connection/store-tools.ts';
import { purchaseStore } from '../adapters/postgres/purchase/purchase-store.ts';
import { stripePayments } from '../adapters/stripe/payments.ts';
import { forSession, type SessionRequest } from '../callers/for-session.ts';
import type { Order, Payments } from '../domain/purchase/payments.ts';
import type { NewPurchase } from '../domain/purchase/purchase.ts';
import type { PurchaseStore } from '../domain/purchase/purchase-store.ts';
import type { Reply } from '../http/handler.ts';
import { packTitle } from '../purchases/pack-title.ts';
import { stripeSettings } from '../settings.ts';

interface Deps {
  readonly purchases: Pick<PurchaseStore, 'begin' | 'storeSession' | 'apply' | 'findOpen'>;
  readonly payments: Pick<Payments, 'openPage' | 'findPage'>;
  readonly newId: (now: Date) => string;
  readonly siteOrigin: string;
}

/** How long a payment page can be used, in milliseconds; Stripe allows half an hour to a day. */
const PAGE_LIFE_MS = 60 * 60 * 1_000;

/**
 * Begins a purchase: stores it, and opens its payment page. It is stored first, so that every
 * payment has its purchase. A page of the same order that was left unpaid is opened again instead.
 */
export async function start(
  request: SessionRequest<typeof startCheckout>,
  deps: Deps,
): Promise<Reply<typeof startCheckout>> {
  const pack = packOf(request.body.pack);
  if (!pack) return packUnknown;
  const purchase = purchaseOf(pack, request, deps.newId);
  const left = await deps.purchases.findOpen(purchase);
  const page = left?.sessionId && (await deps.payments.findPage(left.sessionId));
  if (page && !page.ok) return page;
  if (page && page.url !== undefined) return { status: 200, body: { url: page.url } };
  await deps.purchases.begin(purchase);
  const opened = await deps.payments.openPage(orderOf(purchase, request, deps.siteOrigin));
  if (opened.ok) {
    await deps.purchases.storeSession(purchase.id, opened.sessionId);
    return { status: 200, body: { url: opened.url } };
  }
  // If Stripe opened a page after all, nobody knows its address; if somebody paid there, it would
  // count.
  const event = { kind: 'progress', purchaseId: purchase.id, progress: 'closed' } as const;
  await deps.purchases.apply(event, request.now);
  return opened;
}

function purchaseOf(
  pack: Pack,
  { body, caller, now }: SessionRequest<typeof startCheckout>,
  makeId: Deps['newId'],
): NewPurchase {
  const { currency = currencies[0] } = body;
  return {
    id: makeId(now),
    walletId: caller.account.walletId,
    packId: pack.id,
    amountCredits: pack.amountCredits,
    currency,
    amountMinor: pack.priceMinor[currency],
    createdAt: now,
    openUntil: new Date(now.getTime() + PAGE_LIFE_MS),
    ...(body.saveCard ? { card: 'saves' } : {}),
  };
}

function orderOf(
  purchase: NewPurchase,
  { body, caller }: SessionRequest<typeof startCheckout>,
  siteOrigin: string,
): Order {
  const { language = defaultLanguage } = body;
  const { email } = caller.account.profile;
  const account = (part: AccountPart, query?: string) =>
    `${siteOrigin}${localizedPath(accountPath(part, query), language)}`;
  return {
    purchase,
    title: packTitle(purchase.amountCredits, language),
    language,
    ...(email === undefined ? {} : { email }),
    paidUrl: account('purchases', `?${purchaseParameter}=${purchase.id}`),
    leftUrl: account('packs'),
  };
}

export const handler = forSession(startCheckout, start, (db, env) => ({
  purchases: purchaseStore(db),
  payments: stripePayments(stripeSettings(env)),
  newId,
  siteOrigin: env.siteOrigin,
}));
