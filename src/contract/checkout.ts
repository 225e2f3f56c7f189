import * as z from 'zod/mini';
import { idParams, idSchema } from './id.ts';
import { allLanguages } from './language.ts';
import { currencies, type Pack, packs } from './prices.ts';
import { route } from './route.ts';

/** The ids of the packs that are sold. */
export const packIds = /* @__PURE__ */ packs.map(({ id }) => id);

/** Starts the purchase of a pack; without a currency, in the first one. */
export const checkoutRequestSchema = z.object({
  pack: z.enum(packIds),
  currency: z.optional(z.enum(currencies)),
  /** The language of the payment page, and of the account page that the user returns to. */
  language: z.optional(z.enum(allLanguages)),
  /** Whether the card is saved for top-ups. It replaces a card that was saved before. */
  saveCard: z.optional(z.boolean()),
});

/** The payment page: an address of the payment service, to navigate to. */
export const checkoutSchema = z.object({ url: z.url({ protocol: /^https?$/ }) });

/** The query parameter with a pack's id, which leads through the account to its payment page. */
export const buyParameter = 'buy';

/** The query parameter with the purchase's id, on the way back from the payment. */
export const purchaseParameter = 'purchase';

/**
 * The sections of the account page, each with the ids of its parts. The first id is the section's
 * address, and the part's name in the dictionaries; the address of another part leads to its section,
 * too.
 */
export const accountSections = [
  ['balance', 'usage'],
  ['packs', 'top-up', 'purchases'],
  ['entries'],
  ['keys'],
  ['sessions'],
  ['messages'],
  ['profile', 'export'],
  ['delete'],
] as const;

export type AccountPart = (typeof accountSections)[number][number];

/** The query parameter that leads through the account to a paper: a purchase's id, a point, its name. */
export const paperParameter = 'paper';

/** The path to a part of the account page, without its language. */
export function accountPath(part: AccountPart, query = ''): string {
  return `/account/${query}#${part}`;
}

/** The pack that a purchase names, unless it is no longer sold. */
export function packOf(id: string): Pack | undefined {
  return packs.find((pack) => pack.id === id);
}

/** The refusal of an id of no pack. */
export const packUnknown = {
  ok: false,
  code: 'pack_unknown',
  detail: 'The field "pack" must be the id of a pack that is sold.',
} as const;

/**
 * The state of a purchase. `pending`: the payment page is open, or the money is on its way.
 * `unconfirmed`: the page has run out, and the payment service has not said whether it was paid;
 * nobody should pay again. `abandoned`: the payment service says that nothing was paid, that the
 * payment failed, or that there never was a page. `paid`: the credits were granted.
 * `partly_refunded`, `refunded`: money went back, and credits in proportion. `disputed`: the payer
 * asked the bank for the money back, and the credits are gone until the decision. `dispute_won`: they
 * came back. `dispute_lost`: they do not come back.
 */
export const purchaseStates = [
  'pending',
  'unconfirmed',
  'abandoned',
  'paid',
  'partly_refunded',
  'refunded',
  'disputed',
  'dispute_won',
  'dispute_lost',
] as const;

export type PurchaseState = (typeof purchaseStates)[number];

/** The ways in which money of a purchase returns to the payer. */
export const reversalKinds = ['refund', 'dispute'] as const;

export type ReversalKind = (typeof reversalKinds)[number];

/**
 * The progress of a refund or a dispute, in order. `announced`: no money has moved yet, as in an
 * inquiry before a dispute. `taken`: the money is gone, or on its way. `lost`: it is gone for good.
 * `returned`: it came back, by a refund that failed or a dispute that was won.
 */
export const reversalStatuses = ['announced', 'taken', 'lost', 'returned'] as const;

export type ReversalStatus = (typeof reversalStatuses)[number];

/** The name of the invoice among the papers of a purchase; a credit note has the id of its refund. */
export const invoicePaper = 'invoice';

/** The parts of a payment, in minor units: all tax, and the money that moved. */
export const billSchema = z.object({
  discountMinor: z.int(),
  taxMinor: z.int(),
  totalMinor: z.int(),
});

/** The most purchases in one answer. */
export const maxListedPurchases = 50;

/** A purchase of the caller: amounts in minor units (cents, fen), times as RFC 3339 in UTC. */
export const purchaseSchema = z.object({
  id: z.uuid(),
  /** The id of a pack, which may no longer be on sale. */
  pack: z.string(),
  credits: z.int(),
  /** Maybe one in which nothing is sold any more. */
  currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
  amountMinor: z.int(),
  state: z.enum(purchaseStates),
  /** Whether it is a top-up: the saved card pays it, without the user. */
  automatic: z.boolean(),
  /** Whether its payment page is open, as far as we know. */
  payable: z.boolean(),
  /** The part of the amount that refunds and disputes took. */
  takenBackMinor: z.int(),
  /** The credits that they took. */
  takenBackCredits: z.int(),
  createdAt: z.iso.datetime(),
  /** Absent until it is paid. */
  paidAt: z.optional(z.iso.datetime()),
  /** The number of its receipt; absent until it is paid, with an invoice, and in older ones. */
  receipt: z.optional(z.string()),
  /** Present where the payment service works out tax, or takes codes. */
  bill: z.optional(billSchema),
  /** The papers at `/api/purchases/{id}/papers/{paper}`; absent without an invoice. */
  papers: z.optional(z.array(z.string())),
});

export type Purchase = z.infer<typeof purchaseSchema>;

/** Without a cursor the newest purchases of the caller; with one, the purchases before it. */
export const purchasesQuerySchema = z.object({ cursor: z.optional(idSchema) });

export const purchasesSchema = z.object({
  purchases: z.array(purchaseSchema).check(z.maxLength(maxListedPurchases)),
  /** The cursor of the earlier purchases; null when there are none. */
  next: z.nullable(z.uuid()),
});

/** The answer to a webhook: whether it was about this site. Its effect is stored by then. */
export const webhookSchema = z.object({
  received: z.boolean(),
  /** Why a payment of ours had no effect: one sentence for the operator. */
  mismatch: z.optional(z.string()),
});

/** How many tries in a row may fail until topping up stops. */
export const maxTopUpFailures = 3;

export const startCheckout = /* @__PURE__ */ route('startCheckout', {
  summary: 'Begins the purchase of a pack and answers where to pay',
  method: 'POST',
  path: '/api/checkout',
  file: 'checkout/start',
  runsIn: 'payments',
  caller: 'session',
  body: checkoutRequestSchema,
  fieldProblems: { pack: 'pack_unknown' },
  refuses: ['payments_unreachable'],
  limit: 'change',
  replies: { 200: checkoutSchema },
});

export const receiveWebhook = /* @__PURE__ */ route('receiveWebhook', {
  summary: 'What the payment service reports, signed by it',
  method: 'POST',
  path: '/api/checkout/webhook',
  file: 'checkout/webhook',
  runsIn: 'paymentEvents',
  caller: 'anyone',
  body: 'bytes',
  ignoresUnknown: true,
  refuses: ['payments_unreachable', 'webhook_invalid'],
  replies: { 200: webhookSchema },
});

export const listPurchases = /* @__PURE__ */ route('listPurchases', {
  summary: 'The user’s purchases, newest first',
  method: 'GET',
  path: '/api/purchases',
  file: 'purchases/list',
  caller: 'session',
  query: purchasesQuerySchema,
  replies: { 200: purchasesSchema },
});

/** The fields of commands about one purchase, which ask the payment service. */
const ofPurchase = {
  runsIn: 'payments',
  caller: 'session',
  params: idParams,
  fieldProblems: { id: 'purchase_not_found' },
  refuses: ['payments_unreachable'],
  limit: 'change',
} as const;

export const confirmPurchase = /* @__PURE__ */ route('confirmPurchase', {
  summary: 'Asks the payment service about a purchase that is not confirmed yet',
  method: 'POST',
  path: '/api/purchases/{id}/confirm',
  file: 'purchases/confirm',
  ...ofPurchase,
  replies: { 200: purchaseSchema },
});

export const resumeCheckout = /* @__PURE__ */ route('resumeCheckout', {
  summary: 'Answers where to pay a purchase whose payment page was left',
  method: 'POST',
  path: '/api/purchases/{id}/checkout',
  file: 'checkout/resume',
  ...ofPurchase,
  replies: { 200: checkoutSchema },
});

export const dropCheckout = /* @__PURE__ */ route('dropCheckout', {
  summary: 'Closes the payment page of a purchase, so that nobody pays there',
  method: 'DELETE',
  path: '/api/purchases/{id}/checkout',
  file: 'checkout/drop',
  ...ofPurchase,
  replies: { 200: purchaseSchema },
});

export const readPaper = /* @__PURE__ */ route('readPaper', {
  summary: 'Leads to the invoice of a purchase, or to a credit note of it',
  method: 'GET',
  path: '/api/purchases/{id}/papers/{paper}',
  file: 'purchases/read-paper',
  ...ofPurchase,
  params: z.extend(idParams, { paper: z.string().check(z.regex(/^\w{1,255}$/)) }),
  fieldProblems: { id: 'purchase_not_found', paper: 'purchase_not_found' },
  replies: { 302: 'redirect' },
});

export const checkoutRoutes = {
  startCheckout,
  receiveWebhook,
  listPurchases,
  confirmPurchase,
  resumeCheckout,
  dropCheckout,
  readPaper,
};
