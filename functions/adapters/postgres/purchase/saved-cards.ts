import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { DAY_MS } from '../../../../src/contract/durations.ts';
import type { Message, MessagePayload } from '../../../../src/contract/messages.ts';
import type { TopUp } from '../../../../src/contract/top-up.ts';
import type { WebhookEvent } from '../../../../src/contract/webhooks.ts';
import { needsTopUp } from '../../../domain/ledger/wallet.ts';
import {
  type NewPurchase,
  type StoredPurchase,
  undecided,
} from '../../../domain/purchase/purchase.ts';
import {
  type BoughtByCard,
  nextTopUpTry,
  packOfRule,
  type StoredRule,
  startOfMonth,
  type TopUpEnd,
  type TopUpStore,
  type TopUpTask,
  topUpLeaseMs,
  topUpOpenMs,
  topUpPauseMs,
  topUpStep,
} from '../../../domain/purchase/top-up.ts';
import { hasCome } from '../connection/due-time.ts';
import { type NewId, type StoreTools, systemTools } from '../connection/store-tools.ts';
import { transact, untilNoConflict, wakeAfterCommit } from '../connection/transact.ts';
import { settleDue } from '../ledger/change-wallet.ts';
import { enqueueWebhooks, writeMessage } from '../outbox/write-message.ts';
import type { Schema } from '../schema/schema.ts';
import { insertPurchase, selectPurchase } from './purchase-rows.ts';

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
    save: (walletId, rule, now) =>
      inOne(async (trx) => {
        const changed = await sql`
          update saved_cards set state = 'on', failures = 0, pack_id = ${rule.pack},
            currency = ${rule.currency}, price_minor = ${rule.priceMinor},
            monthly = ${rule.monthly},
            due_at = case when attempt_id is null then ${now}::timestamptz else due_at end
          where wallet_id = ${walletId} and state <> 'released'`.execute(trx);
        if (changed.numAffectedRows === 0n) return { ok: false, code: 'card_not_saved' };
        await setMark(trx, walletId, rule.below);
        wakeAfterCommit(trx, 'purchases');
        return { ok: true };
      }),
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
    settle: (purchaseId, end, now) => inOne((trx) => settle(trx, purchaseId, end, now, tools)),
    forget: async (sessionId) => {
      const card = db.deleteFrom('saved_cards').where('session_id', '=', sessionId);
      await untilNoConflict(() => card.execute(), tools.pacing);
    },
  };
}

/** The rule, card and prices that the owner of a wallet sees. */
export async function readTopUp(db: Kysely<Schema>, walletId: string, now: Date): Promise<TopUp> {
  const card = await db
    .selectFrom('saved_cards')
    .innerJoin('wallets', 'wallets.id', 'saved_cards.wallet_id')
    .where('wallet_id', '=', walletId)
    .where('state', '<>', 'released')
    .selectAll('saved_cards')
    .select('top_up_below')
    .executeTakeFirst();
  const { thisMonth } = await readBought(db, walletId, now);
  if (!card || card.state === 'released') return { state: 'none', thisMonth };
  const { state, saved_at, top_up_below: below, pack_id: pack, currency, monthly } = card;
  const isSet = below !== null && pack !== null && currency !== null && monthly !== null;
  const rule = isSet ? { rule: { below, pack, currency, monthly } } : {};
  return { state, savedAt: saved_at.toISOString(), thisMonth, ...rule };
}

/** By the wallet, not by the card: a pause does not end because the card or the rule is replaced. */
async function readBought(db: Kysely<Schema>, walletId: string, now: Date): Promise<BoughtByCard> {
  const { rows } = await sql<{ count: number; last_at: Date | null; open_until: Date | null }>`
    select count(case when progress <> 'closed' and created_at >= ${startOfMonth(now)} then 1 end)
        as count,
      max(case when greatest(created_at, paid_at) <= ${latestAt(now)}
        then greatest(created_at, paid_at) end) as last_at,
      max(case when progress in (${sql.join(undecided)}) then open_until end) as open_until
    from purchases where wallet_id = ${walletId} and card = 'pays'`.execute(db);
  const { count = 0, last_at: lastAt = null, open_until: undecidedUntil = null } = rows[0] ?? {};
  return { thisMonth: Number(count), lastAt, undecidedUntil };
}

/** A later time comes from a clock that ran ahead: waiting for it would stop topping up until then. */
const latestAt = (now: Date) => new Date(now.getTime() + topUpPauseMs);

/** Finds a purchase that nobody may charge any more, and of which nobody knows what it came to. */
async function findLeft(
  trx: Trx,
  walletId: string,
  now: Date,
): Promise<StoredPurchase | undefined> {
  const left = await trx
    .selectFrom('purchases')
    .where('wallet_id', '=', walletId)
    .where('card', '=', 'pays')
    .where('progress', 'in', undecided)
    .where(({ or, eb }) => or([eb('open_until', '<=', now), eb('created_at', '>', latestAt(now))]))
    .select('id')
    .executeTakeFirst();
  return left && selectPurchase(trx, left.id);
}

/**
 * Keeps the card that a payment has saved. It replaces the one before, and takes over its rule, which
 * stays paused where it was.
 */
export async function keepCard(
  trx: Trx,
  { walletId, card, sessionId }: StoredPurchase,
  isOwnerGone: boolean,
  now: Date,
): Promise<void> {
  if (card !== 'saves' || sessionId === undefined) return;
  const current = trx
    .selectFrom('saved_cards')
    .where('wallet_id', '=', walletId)
    .where('state', '<>', 'released');
  const before = isOwnerGone ? undefined : await current.selectAll().executeTakeFirst();
  if (before) await change(trx, before, { state: 'released', due_at: now, attempt_id: null });
  const noRule = { pack_id: null, currency: null, price_minor: null, monthly: null };
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
  const before = card.attempt_id
    ? await selectPurchase(trx, card.attempt_id)
    : await findLeft(trx, card.wallet_id, now);
  if (before?.progress === 'paid') {
    await settle(trx, before.id, 'paid', now, tools);
    return undefined;
  }
  if (before) {
    await change(trx, card, { due_at: lease, attempt_id: before.id });
    const mayCharge = before.progress !== 'closed' && isAgreed(card, before, now);
    return { kind: 'charge', sessionId, purchase: before, isResumed: true, mayCharge };
  }
  return card.state === 'on' ? begin(trx, card, now, tools) : change(trx, card, { due_at: null });
}

/** Whether the rule still wants what a try of some minutes ago began to buy. */
function isAgreed(card: Card, purchase: StoredPurchase, now: Date): boolean {
  const rule = ruleOf(card);
  return (
    card.state === 'on' &&
    // A worker ends its charge before anybody may give the purchase up.
    purchase.openUntil >= leaseEnd(now) &&
    rule?.packId === purchase.packId &&
    rule.currency === purchase.currency &&
    rule.priceMinor >= purchase.amountMinor
  );
}

/** Begins a purchase, if the rule wants one now. */
async function begin(
  trx: Trx,
  card: Card,
  now: Date,
  { newId }: StoreTools,
): Promise<TopUpTask | undefined> {
  const rule = ruleOf(card);
  if (!rule) return change(trx, card, { due_at: null, attempt_id: null });
  const { wallet_id: walletId, session_id: sessionId } = card;
  const wallet = await settleDue(trx, { walletId, now, newId });
  const bought = await readBought(trx, walletId, now);
  const step = topUpStep({ isBelow: needsTopUp(wallet), monthly: rule.monthly }, bought, now);
  if (step === 'nothing') return change(trx, card, { due_at: null, attempt_id: null });
  // Before it waits: what is no longer sold is told at once.
  const sold = packOfRule(rule);
  if (!sold) {
    const terms = { currency: rule.currency, amountMinor: rule.priceMinor, credits: 0 };
    return stop(trx, card, { why: 'pack', ...terms }, { now, newId });
  }
  if (step !== 'buy') return change(trx, card, { due_at: step.wait, attempt_id: null });
  const purchase: NewPurchase = {
    id: newId(now),
    walletId,
    packId: rule.packId,
    amountCredits: sold.pack.amountCredits,
    currency: rule.currency,
    amountMinor: sold.priceMinor,
    createdAt: now,
    openUntil: new Date(now.getTime() + topUpOpenMs),
    card: 'pays',
  };
  await insertPurchase(trx, purchase);
  await change(trx, card, { due_at: leaseEnd(now), attempt_id: purchase.id });
  const stored = { ...purchase, progress: 'open', reversedCredits: 0, reversals: [] } as const;
  return { kind: 'charge', sessionId, purchase: stored, isResumed: false, mayCharge: true };
}

/** A rule that ended meanwhile has nothing to store; a payment counts all the same. */
async function settle(
  trx: Trx,
  purchaseId: string,
  end: TopUpEnd,
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
  const terms = { currency, amountMinor, credits };
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

function ruleOf({ pack_id, currency, price_minor, monthly }: Card): StoredRule | undefined {
  if (pack_id === null || currency === null || price_minor === null || monthly === null) {
    return undefined;
  }
  return { packId: pack_id, currency, priceMinor: price_minor, monthly };
}
