import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { DAY_MS } from '../../../../src/contract/durations.ts';
import type { Message, MessagePayload } from '../../../../src/contract/messages.ts';
import { sumIn, type TopUpRule } from '../../../../src/contract/top-up.ts';
import type { WebhookEvent } from '../../../../src/contract/webhooks.ts';
import { balanceCredits, needsTopUp } from '../../../domain/ledger/wallet.ts';
import type { NewPurchase, StoredPurchase } from '../../../domain/purchase/purchase.ts';
import {
  fitsMonth,
  misconfiguredPauseMs,
  nextTopUpTry,
  startOfMonth,
  type TopUpEnd,
  type TopUpStore,
  type TopUpTask,
  topUpCharge,
  topUpLeaseMs,
  topUpOpenMs,
  topUpStep,
} from '../../../domain/purchase/top-up.ts';
import { hasCome } from '../connection/due-time.ts';
import { type NewId, type StoreTools, systemTools } from '../connection/store-tools.ts';
import { transact, untilNoConflict, wakeAfterCommit } from '../connection/transact.ts';
import { settleDue } from '../ledger/change-wallet.ts';
import { enqueueWebhooks, writeMessage } from '../outbox/write-message.ts';
import type { Schema } from '../schema/schema.ts';
import { insertPurchase, selectPurchase } from './purchase-rows.ts';
import { findLeft, readBought, readTopUp, ruleOf } from './top-up-rows.ts';

type Trx = Transaction<Schema>;
type Card = Schema['saved_cards'];

/** How many cards one run looks at. The next run looks at the others. */
const MAX_DUE = 20;

/**
 * Cards that were saved, and the rules by which they are charged. Each method is one transaction.
 * When two workers claim a card, or two runs make it due, one gets a conflict at its row.
 * @throws ContentionError when every attempt conflicted with other transactions
 */
export function topUpStore(db: Kysely<Schema>, tools: StoreTools = systemTools): TopUpStore {
  const inOne = <T>(work: (trx: Trx) => Promise<T>) => transact(db, work, tools.pacing);
  return {
    read: (walletId, now) => readTopUp(db, walletId, now),
    save: (walletId, rule, now) => inOne((trx) => save(trx, walletId, rule, { ...tools, now })),
    end: (walletId, now) => inOne((trx) => releaseCards(trx, walletId, now)),
    listDue: async (now) => {
      const { rows } = await sql<Pick<Card, 'session_id'>>`
        select session_id from saved_cards where due_at is not null and ${isDue(now)}
        order by due_at limit ${MAX_DUE}`.execute(db);
      return rows.map(({ session_id }) => session_id);
    },
    claim: (sessionId, now) => inOne((trx) => claim(trx, sessionId, now, tools)),
    postpone: async (sessionId, now) => {
      const due = db.updateTable('saved_cards').where('session_id', '=', sessionId);
      const later = due.where(isDue(now)).set({ due_at: leaseEnd(now) });
      await untilNoConflict(() => later.execute(), tools.pacing);
    },
    isWanted: async (sessionId, purchaseId) => {
      const card = db.selectFrom('saved_cards').where('session_id', '=', sessionId);
      const tried = card.where('attempt_id', '=', purchaseId).where('state', '=', 'on');
      return (await tried.select('session_id').executeTakeFirst()) !== undefined;
    },
    settle: (purchaseId, end, now, totalMinor) =>
      inOne((trx) => settle(trx, { purchaseId, end, totalMinor }, now, tools)),
    forget: async (sessionId) => {
      const card = db.deleteFrom('saved_cards').where('session_id', '=', sessionId);
      await untilNoConflict(() => card.execute(), tools.pacing);
    },
  };
}

/** Keeps a card that a payment has saved. It replaces the one before, and takes over its rule. */
export async function keepCard(
  trx: Trx,
  { walletId, card, sessionId, paymentId }: StoredPurchase,
  isOwnerGone: boolean,
  now: Date,
): Promise<void> {
  // An order that a code made free has no payment, and no card.
  if (card !== 'saves' || sessionId === undefined || paymentId === sessionId) return;
  const before = isOwnerGone ? undefined : await cardOf(trx, walletId);
  if (before) await change(trx, before, { state: 'released', due_at: now, attempt_id: null });
  const noRule = {
    ...{ pack_id: null, currency: null, price_minor: null },
    ...{ monthly: null, up_to: null, most_minor: null },
  };
  const hasRule = before !== undefined && before.pack_id !== null;
  const stateOfRule = before?.state === 'paused' ? 'paused' : 'on';
  // A try that is under way keeps its lease.
  const dueAt = before?.attempt_id ? before.due_at : now;
  const kept = {
    session_id: sessionId,
    wallet_id: walletId,
    state: isOwnerGone ? 'released' : hasRule ? stateOfRule : 'off',
    due_at: isOwnerGone || hasRule ? dueAt : null,
    failures: 0,
    saved_at: now,
  } as const;
  await trx
    .insertInto('saved_cards')
    .values({ ...noRule, attempt_id: null, ...before, ...kept })
    .execute();
  wakeAfterCommit(trx, 'purchases');
}

/**
 * Ends topping up until its owner switches it on again, as money of a purchase went back: who disputes
 * one charge would dispute the next, and a refund would buy its pack again. A try that is under way keeps
 * its lease, and its worker learns of the end.
 */
export async function holdBackTopUps(
  trx: Trx,
  { walletId, currency, amountMinor, amountCredits: credits }: StoredPurchase,
  state: 'stopped' | 'paused',
  context: { readonly now: Date; readonly newId: NewId },
): Promise<void> {
  const from =
    state === 'stopped' ? (['on', 'confirm', 'paused'] as const) : (['on', 'confirm'] as const);
  const cards = trx.updateTable('saved_cards').where('wallet_id', '=', walletId);
  const held = await cards.where('state', 'in', from).set({ state }).executeTakeFirstOrThrow();
  if (held.numUpdatedRows === 0n) return;
  const terms = { currency, amountMinor, credits };
  const message: Message =
    state === 'stopped'
      ? { event: 'top_up_failed', payload: { why: 'dispute', ...terms } }
      : { event: 'top_up_paused', payload: terms };
  await writeMessage(trx, walletId, message, context);
}

async function save(
  trx: Trx,
  walletId: string,
  { pack, below, ...terms }: TopUpRule,
  { now, newId }: { readonly now: Date; readonly newId: NewId },
): ReturnType<TopUpStore['save']> {
  const card = await cardOf(trx, walletId);
  if (!card) return { ok: false, code: 'card_not_saved' };
  const rule = { packId: pack, ...terms };
  // One run can spend all that there is, so the dearest charge begins with nothing, or with the debt.
  const wallet = await settleDue(trx, { walletId, now, newId });
  const dearest = topUpCharge(rule, Math.min(0, balanceCredits(wallet)));
  if (!dearest || !fitsMonth(dearest, rule)) {
    return { ok: false, code: 'top_up_over_limit', chargeMinor: dearest?.amountMinor ?? 0 };
  }
  await change(trx, card, {
    ...{ state: 'on', failures: 0, pack_id: pack, currency: rule.currency, monthly: null },
    ...{ price_minor: rule.priceMinor, most_minor: rule.mostMinor, up_to: rule.upTo },
    due_at: card.attempt_id === null ? now : card.due_at,
  });
  await setMark(trx, walletId, below);
  wakeAfterCommit(trx, 'purchases');
  return { ok: true };
}

/** The card of a wallet that is in use. */
function cardOf(trx: Trx, walletId: string): Promise<Card | undefined> {
  const cards = trx.selectFrom('saved_cards').where('wallet_id', '=', walletId);
  return cards.where('state', '<>', 'released').selectAll().executeTakeFirst();
}

/** Ends the rule of a wallet; a worker then removes its cards at the payment service. */
export async function releaseCards(trx: Trx, walletId: string, now: Date): Promise<void> {
  await trx
    .updateTable('saved_cards')
    .where('wallet_id', '=', walletId)
    .where('state', '<>', 'released')
    .set({ state: 'released', due_at: now })
    .execute();
  await setMark(trx, walletId, null);
  wakeAfterCommit(trx, 'purchases');
}

async function setMark(trx: Trx, walletId: string, below: number | null): Promise<void> {
  const wallet = trx.updateTable('wallets').where('id', '=', walletId);
  await wallet.set({ top_up_below: below }).execute();
}

const leaseEnd = (now: Date) => new Date(now.getTime() + topUpLeaseMs);

/** A rule waits for the next month at most; a worker's lease is far below `topUpOpenMs`. */
function isDue(now: Date): RawBuilder<boolean> {
  const isLeased = sql`(attempt_id is not null or state = 'released')`;
  return sql<boolean>`(${hasCome('due_at', now, 31 * DAY_MS)}
    or ${isLeased} and ${hasCome('due_at', now, topUpOpenMs)})`;
}

async function claim(
  trx: Trx,
  sessionId: string,
  now: Date,
  tools: StoreTools,
): Promise<TopUpTask | undefined> {
  const card = await trx
    .selectFrom('saved_cards')
    .where('session_id', '=', sessionId)
    .where(isDue(now))
    .selectAll()
    .executeTakeFirst();
  if (!card) return undefined;
  const lease = leaseEnd(now);
  if (card.state === 'released') {
    await change(trx, card, { due_at: lease });
    return { kind: 'release', sessionId };
  }
  // Where a rule ended while a worker had died, the wallet's next rule takes over what is left.
  const left = card.attempt_id ?? (await findLeft(trx, card.wallet_id, now));
  const before = left === undefined ? undefined : await selectPurchase(trx, left);
  if (before?.progress === 'paid') {
    await settle(trx, { purchaseId: before.id, end: 'paid' }, now, tools);
    return undefined;
  }
  if (before) {
    await change(trx, card, { due_at: lease, attempt_id: before.id });
    const mostMinor = await mostStillWanted(trx, card, before, now, tools);
    return { kind: 'charge', sessionId, purchase: before, isResumed: true, mostMinor };
  }
  return card.state === 'on' ? begin(trx, card, now, tools) : change(trx, card, { due_at: null });
}

/**
 * How much a charge may come to that a try of some minutes ago began, if the rule still wants the same
 * one, at the balance of now, within the limit of the same month; else 0.
 */
async function mostStillWanted(
  trx: Trx,
  card: Card,
  purchase: StoredPurchase,
  now: Date,
  tools: StoreTools,
): Promise<number> {
  const isChargeable =
    card.state === 'on' &&
    purchase.progress !== 'closed' &&
    purchase.createdAt >= startOfMonth(now) &&
    // A worker ends its charge before anybody may give the purchase up.
    purchase.openUntil >= leaseEnd(now);
  const wish = isChargeable ? await readWish(trx, card, now, tools) : undefined;
  if (!wish?.charge) return 0;
  const { packId, amountCredits, currency, amountMinor } = wish.charge;
  const isSame =
    packId === purchase.packId &&
    amountCredits === purchase.amountCredits &&
    currency === purchase.currency &&
    amountMinor === purchase.amountMinor;
  const { spent } = await readBought(trx, card.wallet_id, now);
  const mostMinor = wish.rule.mostMinor - (sumIn(currency, spent) - amountMinor);
  return isSame && mostMinor >= amountMinor ? mostMinor : 0;
}

/** The charge that a rule wants at the balance of now, if any; it is undefined if that is not sold. */
async function readWish(trx: Trx, card: Card, now: Date, { newId }: StoreTools) {
  const rule = ruleOf(card);
  if (!rule) return undefined;
  const wallet = await settleDue(trx, { walletId: card.wallet_id, now, newId });
  return needsTopUp(wallet)
    ? { rule, charge: topUpCharge(rule, balanceCredits(wallet)) }
    : undefined;
}

/** Begins a purchase, if the rule wants one now. */
async function begin(
  trx: Trx,
  card: Card,
  now: Date,
  tools: StoreTools,
): Promise<TopUpTask | undefined> {
  const { newId } = tools;
  const { wallet_id: walletId, session_id: sessionId } = card;
  const wish = await readWish(trx, card, now, tools);
  if (!wish) return change(trx, card, { due_at: null, attempt_id: null });
  const { rule, charge } = wish;
  // Before it waits: what can never be bought is told at once.
  if (!charge || !fitsMonth(charge, rule)) {
    const terms = {
      currency: rule.currency,
      amountMinor: charge?.amountMinor ?? rule.priceMinor,
      credits: charge?.amountCredits ?? 0,
    };
    return stop(trx, card, { why: charge ? 'limit' : 'pack', ...terms }, { now, newId });
  }
  const bought = await readBought(trx, walletId, now);
  const step = topUpStep(charge, rule, bought, now);
  if (step !== 'buy') return change(trx, card, { due_at: step.wait, attempt_id: null });
  const purchase: NewPurchase = {
    id: newId(now),
    walletId,
    ...charge,
    createdAt: now,
    openUntil: new Date(now.getTime() + topUpOpenMs),
    card: 'pays',
  };
  await insertPurchase(trx, purchase);
  await change(trx, card, { due_at: leaseEnd(now), attempt_id: purchase.id });
  const stored = { ...purchase, progress: 'open', reversedCredits: 0, reversals: [] } as const;
  const mostMinor = rule.mostMinor - sumIn(rule.currency, bought.spent);
  return { kind: 'charge', sessionId, purchase: stored, isResumed: false, mostMinor };
}

/** The try of a purchase, and what it came to. */
interface Try {
  readonly purchaseId: string;
  readonly end: TopUpEnd;
  readonly totalMinor?: number | undefined;
}

/** A rule that ended meanwhile has nothing to store; a payment counts all the same. */
async function settle(
  trx: Trx,
  { purchaseId, end, totalMinor = 0 }: Try,
  now: Date,
  { newId }: StoreTools,
): Promise<void> {
  const purchase = await selectPurchase(trx, purchaseId);
  if (!purchase) return;
  if (end !== 'paid') {
    const row = trx.updateTable('purchases').where('id', '=', purchaseId);
    await row.where('progress', '<>', 'paid').set({ progress: 'closed' }).execute();
  }
  const cards = trx.selectFrom('saved_cards').where('wallet_id', '=', purchase.walletId);
  const tried = cards.where('attempt_id', '=', purchaseId).where('state', '<>', 'released');
  const card = await tried.selectAll().executeTakeFirst();
  if (!card) return;
  if (end === 'lapsed') {
    await change(trx, card, { attempt_id: null, due_at: now });
    return wakeAfterCommit(trx, 'purchases');
  }
  const wait = waitAfter(card, end, totalMinor, now);
  if (end === 'misconfigured' || wait) {
    const dueAt = card.state === 'on' ? (wait ?? null) : null;
    return change(trx, card, { attempt_id: null, due_at: dueAt });
  }
  const { walletId, currency, amountMinor, amountCredits: credits } = purchase;
  const event: WebhookEvent =
    end === 'paid'
      ? { event: 'top_up.made', data: { purchase: purchaseId, credits } }
      : { event: 'top_up.failed', data: { purchase: purchaseId, reason: end } };
  await enqueueWebhooks(trx, walletId, [event], { now, newId });
  if (end === 'paid') {
    const wallet = await settleDue(trx, { walletId, now, newId });
    const dueAt = needsTopUp(wallet) ? now : null;
    await change(trx, card, { attempt_id: null, failures: 0, due_at: dueAt });
    if (dueAt) wakeAfterCommit(trx, 'purchases');
    return;
  }
  if (card.state !== 'on') return change(trx, card, { attempt_id: null, due_at: null });
  const terms = { currency, amountMinor: totalMinor || amountMinor, credits };
  if (end === 'limit') return stop(trx, card, { why: 'limit', ...terms }, { now, newId });
  if (end === 'confirm') {
    await change(trx, card, { state: 'confirm', attempt_id: null, due_at: null });
    const message = { event: 'top_up_confirm', payload: terms } as const;
    return writeMessage(trx, walletId, message, { now, newId });
  }
  const failures = card.failures + 1;
  const next = nextTopUpTry(failures, now);
  if (next) await change(trx, card, { attempt_id: null, failures, due_at: next });
  else await stop(trx, card, { why: 'card', ...terms }, { now, newId });
}

/** Until when a rule waits that has no fault: for the operator, or for a month with room for the charge. */
function waitAfter({ most_minor }: Card, end: TopUpEnd, totalMinor: number, now: Date) {
  if (end === 'misconfigured') return new Date(now.getTime() + misconfiguredPauseMs);
  return end === 'limit' && totalMinor <= (most_minor ?? 0) ? startOfMonth(now, 1) : undefined;
}

async function stop(
  trx: Trx,
  card: Card,
  payload: MessagePayload<'top_up_failed'>,
  context: { readonly now: Date; readonly newId: NewId },
): Promise<undefined> {
  await change(trx, card, { state: 'stopped', attempt_id: null, due_at: null });
  await writeMessage(trx, card.wallet_id, { event: 'top_up_failed', payload }, context);
}

async function change(trx: Trx, { session_id }: Card, values: Partial<Card>): Promise<undefined> {
  const card = trx.updateTable('saved_cards').where('session_id', '=', session_id);
  await card.set(values).execute();
}
