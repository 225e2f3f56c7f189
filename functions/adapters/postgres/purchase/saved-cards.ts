import { type Kysely, sql, type Transaction } from 'kysely';
import type { TopUp } from '../../../../src/contract/checkout.ts';
import { needsTopUp } from '../../../domain/ledger/wallet.ts';
import type { NewPurchase, StoredPurchase } from '../../../domain/purchase/purchase.ts';
import {
  nextTopUpTry,
  packOfRule,
  type StoredRule,
  startOfMonth,
  type TopUpEnd,
  type TopUpStore,
  type TopUpTask,
  topUpLeaseMs,
  topUpOpenMs,
  topUpStep,
} from '../../../domain/purchase/top-up.ts';
import { type StoreTools, systemTools } from '../connection/store-tools.ts';
import { transact, wakeAfterCommit } from '../connection/transact.ts';
import { settleDue } from '../ledger/change-wallet.ts';
import { writeMessage } from '../outbox/write-message.ts';
import type { Schema } from '../schema/schema.ts';
import { insertPurchase, selectPurchase } from './purchase-rows.ts';

type Trx = Transaction<Schema>;
type Card = Schema['saved_cards'];

/** How many cards one run looks at. The next run looks at the others. */
const MAX_DUE = 20;

/**
 * Cards that were saved, and the rules by which they are charged. Each method is one transaction. Of
 * two workers that claim a card, or two runs that make it due, one gets a conflict at its row.
 *
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
      const due = db.selectFrom('saved_cards').where('due_at', 'is not', null);
      const rows = await due
        .where('due_at', '<=', now)
        .select('session_id')
        .orderBy('due_at')
        .limit(MAX_DUE)
        .execute();
      return rows.map(({ session_id }) => session_id);
    },
    claim: (sessionId, now) => inOne((trx) => claim(trx, sessionId, now, tools)),
    settle: (purchaseId, end, now) => inOne((trx) => settle(trx, purchaseId, end, now, tools)),
    forget: async (sessionId) => {
      await inOne((trx) =>
        trx.deleteFrom('saved_cards').where('session_id', '=', sessionId).execute(),
      );
    },
  };
}

/** What the owner of a wallet sees. */
export async function readTopUp(db: Kysely<Schema>, walletId: string, now: Date): Promise<TopUp> {
  const card = await db
    .selectFrom('saved_cards')
    .innerJoin('wallets', 'wallets.id', 'saved_cards.wallet_id')
    .where('wallet_id', '=', walletId)
    .where('state', '<>', 'released')
    .selectAll('saved_cards')
    .select('top_up_below')
    .executeTakeFirst();
  const thisMonth = await countOfMonth(db, walletId, now);
  if (!card || card.state === 'released') return { state: 'none', thisMonth };
  const { state, saved_at, top_up_below: below } = card;
  const { packId: pack, currency, monthly } = ruleOf(card) ?? {};
  const hasRule = below !== null && pack !== undefined && currency !== undefined;
  const rule = hasRule && monthly !== undefined ? { below, pack, currency, monthly } : undefined;
  return { state, savedAt: saved_at.toISOString(), thisMonth, ...(rule ? { rule } : {}) };
}

/** Purchases by the card in this month, in UTC, but for those that came to nothing. */
async function countOfMonth(db: Kysely<Schema>, walletId: string, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('purchases')
    .where('wallet_id', '=', walletId)
    .where('card', '=', 'pays')
    .where('progress', '<>', 'closed')
    .where('created_at', '>=', startOfMonth(now))
    .select(({ fn }) => fn.countAll<number | bigint | string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Keeps the card that a payment has saved. It replaces the one before, and takes over its rule. */
export async function keepCard(
  trx: Trx,
  { walletId, card, sessionId }: StoredPurchase,
  isOwnerGone: boolean,
  now: Date,
): Promise<void> {
  if (card !== 'saves' || sessionId === undefined) return;
  const before = await trx
    .selectFrom('saved_cards')
    .where('wallet_id', '=', walletId)
    .where('state', '<>', 'released')
    .selectAll()
    .executeTakeFirst();
  const rule = before && !isOwnerGone ? ruleOf(before) : undefined;
  if (before) await release(trx, before.session_id, now);
  const state = isOwnerGone ? 'released' : rule ? 'on' : 'off';
  const attempt = before?.attempt_id ?? null;
  const dueAt = state === 'off' ? null : attempt === null ? now : (before?.due_at ?? now);
  await trx
    .insertInto('saved_cards')
    .values({
      session_id: sessionId,
      wallet_id: walletId,
      state,
      pack_id: rule?.packId ?? null,
      currency: rule?.currency ?? null,
      price_minor: rule?.priceMinor ?? null,
      monthly: rule?.monthly ?? null,
      attempt_id: attempt,
      failures: 0,
      due_at: dueAt,
      saved_at: now,
    })
    .execute();
  if (dueAt) wakeAfterCommit(trx, 'purchases');
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

async function release(trx: Trx, sessionId: string, now: Date): Promise<void> {
  const card = trx.updateTable('saved_cards').where('session_id', '=', sessionId);
  await card.set({ state: 'released', due_at: now, attempt_id: null }).execute();
}

async function setMark(trx: Trx, walletId: string, below: number | null): Promise<void> {
  const wallet = trx.updateTable('wallets').where('id', '=', walletId);
  await wallet.set({ top_up_below: below }).execute();
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
    .where('due_at', '<=', now)
    .selectAll()
    .executeTakeFirst();
  if (!card) return undefined;
  const lease = new Date(now.getTime() + topUpLeaseMs);
  if (card.state === 'released') {
    await change(trx, card, { due_at: lease });
    return { kind: 'release', sessionId };
  }
  const before = card.attempt_id === null ? undefined : await selectPurchase(trx, card.attempt_id);
  if (before?.progress === 'open' || before?.progress === 'processing') {
    await change(trx, card, { due_at: lease });
    return { kind: 'charge', sessionId, purchase: before, isResumed: true };
  }
  return card.state === 'on' ? begin(trx, card, now, tools) : change(trx, card, { due_at: null });
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
  const thisMonth = await countOfMonth(trx, walletId, now);
  const step = topUpStep({ isBelow: needsTopUp(wallet), monthly: rule.monthly, thisMonth }, now);
  if (step === 'nothing') return change(trx, card, { due_at: null, attempt_id: null });
  if (step !== 'buy') return change(trx, card, { due_at: step.wait, attempt_id: null });
  const sold = packOfRule(rule);
  if (!sold) return stop(trx, card, { why: 'pack', ...priceOf(rule), credits: 0 }, now, newId);
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
  const lease = new Date(now.getTime() + topUpLeaseMs);
  await change(trx, card, { due_at: lease, attempt_id: purchase.id });
  const stored = { ...purchase, progress: 'open', reversedCredits: 0, reversals: [] } as const;
  return { kind: 'charge', sessionId, purchase: stored, isResumed: false };
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
  if (end !== 'paid') await close(trx, purchaseId);
  const card = await trx
    .selectFrom('saved_cards')
    .where('attempt_id', '=', purchaseId)
    .where('wallet_id', '=', purchase.walletId)
    .where('state', '<>', 'released')
    .selectAll()
    .executeTakeFirst();
  if (!card) return;
  const { walletId, currency, amountMinor, amountCredits: credits } = purchase;
  if (end === 'paid') {
    const wallet = await settleDue(trx, { walletId, now, newId });
    const dueAt = needsTopUp(wallet) ? now : null;
    await change(trx, card, { attempt_id: null, failures: 0, due_at: dueAt });
    if (dueAt) wakeAfterCommit(trx, 'purchases');
    return;
  }
  if (end === 'confirm') {
    await change(trx, card, { state: 'confirm', attempt_id: null, due_at: null });
    const payload = { currency, amountMinor, credits };
    await writeMessage(trx, walletId, { event: 'top_up_confirm', payload }, { now, newId });
    return;
  }
  const failures = card.failures + 1;
  const next = nextTopUpTry(failures, now);
  if (!next) {
    await stop(trx, card, { why: 'card', currency, amountMinor, credits }, now, newId);
    return;
  }
  await change(trx, card, { attempt_id: null, failures, due_at: next });
}

async function close(trx: Trx, purchaseId: string): Promise<void> {
  const purchase = trx.updateTable('purchases').where('id', '=', purchaseId);
  await purchase.where('progress', '<>', 'paid').set({ progress: 'closed' }).execute();
}

async function stop(
  trx: Trx,
  card: Card,
  payload: { why: 'card' | 'pack'; currency: string; amountMinor: number; credits: number },
  now: Date,
  newId: StoreTools['newId'],
): Promise<undefined> {
  await change(trx, card, { state: 'stopped', attempt_id: null, due_at: null });
  const message = { event: 'top_up_failed', payload } as const;
  await writeMessage(trx, card.wallet_id, message, { now, newId });
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

function priceOf({ currency, priceMinor: amountMinor }: StoredRule) {
  return { currency, amountMinor };
}
