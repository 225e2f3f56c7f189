import type { Counts } from '../../src/contract/metrics.ts';
import { LONGEST_RUN_MS } from '../callers/for-schedule.ts';
import type { PaymentEvent, PaymentReports } from '../domain/purchase/payments.ts';
import type { PurchaseStore } from '../domain/purchase/purchase-store.ts';
import type { SavedCards, TopUpStore, TopUpTask } from '../domain/purchase/top-up.ts';
import { countsOf } from './ask-about-purchase.ts';
import { packTitle } from './pack-title.ts';

export interface TopUpDeps {
  readonly topUps: Pick<
    TopUpStore,
    'listDue' | 'claim' | 'isWanted' | 'postpone' | 'settle' | 'forget'
  >;
  readonly cards: SavedCards;
  readonly payments: Pick<PaymentReports, 'ask'>;
  readonly purchases: Pick<PurchaseStore, 'apply'>;
  readonly currentTime: () => Date;
}

/**
 * Buys what is due, and removes cards that nobody needs any more. The purchase is stored before the
 * card is charged, and its id is the key of the charge, so a worker that dies charges once. A payment
 * service that does not answer ends the run, and a run that lasts begins no further card.
 * @param now when the run began
 * @returns how many were bought, how many tries failed, the errors, and the events to count: a webhook
 *   may have granted a purchase before
 */
export async function makeTopUps(
  now: Date,
  deps: TopUpDeps,
): Promise<{
  readonly made: number;
  readonly failed: number;
  readonly errors: unknown[];
  readonly counts: readonly Counts[];
}> {
  let [made, failed] = [0, 0];
  const errors: unknown[] = [];
  const counts: Counts[] = [];
  const apply: PurchaseStore['apply'] = async (event, at) => {
    const applied = await deps.purchases.apply(event, at);
    counts.push(countsOf(applied));
    return applied;
  };
  const counting = { ...deps, purchases: { apply } };
  for (const sessionId of await deps.topUps.listDue(now)) {
    // Not when the run began: the pause between two charges counts from here.
    const at = deps.currentTime();
    if (at.getTime() - now.getTime() > LONGEST_RUN_MS) break;
    try {
      const task = await claim(sessionId, at, deps);
      if (!task) continue;
      const done = task.kind === 'release' ? await remove(task, deps) : await buy(task, counting);
      if (done === 'bought') made += 1;
      else if (done !== 'done') {
        if ('cause' in done) errors.push(done.cause);
        if (done.code === 'payments_unreachable') break;
        failed += 1;
      }
    } catch (error) {
      errors.push(error);
    }
  }
  return { made, failed, errors, counts };
}

/** A card that cannot be claimed waits as well: it would be the first of each run, before the others. */
async function claim(sessionId: string, now: Date, { topUps }: TopUpDeps) {
  try {
    return await topUps.claim(sessionId, now);
  } catch (error) {
    await topUps.postpone(sessionId, now);
    throw error;
  }
}

type Outcome =
  | 'bought'
  | 'done'
  | Extract<Awaited<ReturnType<SavedCards['charge']>>, { readonly ok: false }>;

async function remove(
  { sessionId }: Extract<TopUpTask, { kind: 'release' }>,
  { cards, topUps }: TopUpDeps,
): Promise<Outcome> {
  const removed = await cards.remove(sessionId);
  if (!removed.ok) return removed;
  await topUps.forget(sessionId);
  return 'done';
}

async function buy(
  { sessionId, purchase, isResumed, mostMinor }: Extract<TopUpTask, { kind: 'charge' }>,
  deps: TopUpDeps,
): Promise<Outcome> {
  // The payment service knows a key for a day only, and its lists for good.
  const asked = isResumed ? await deps.payments.ask(purchase) : noEvents;
  if (!asked.ok) return asked;
  if (asked.events.length > 0) return apply(asked.events, purchase.id, deps);
  if (mostMinor === 0) {
    await deps.topUps.settle(purchase.id, 'lapsed', deps.currentTime());
    return 'done';
  }
  const titleIn = (locale: string) => packTitle(purchase.amountCredits, locale);
  const isWanted = () => deps.topUps.isWanted(sessionId, purchase.id);
  const order = { ...purchase, mostMinor, titleIn, isWanted };
  const charged = await deps.cards.charge(sessionId, order);
  if (charged.ok) return apply(charged.event ? [charged.event] : [], purchase.id, deps);
  if (charged.code === 'payments_unreachable') return charged;
  const totalMinor = charged.code === 'limit' ? charged.totalMinor : undefined;
  await deps.topUps.settle(purchase.id, charged.code, deps.currentTime(), totalMinor);
  return charged.code === 'lapsed' ? 'done' : charged;
}

const noEvents = { ok: true, events: [] } as const;

/** Applies events as webhooks do, and ends the try once it is paid. */
async function apply(
  events: readonly PaymentEvent[],
  purchaseId: string,
  { purchases, topUps, currentTime }: TopUpDeps,
): Promise<Outcome> {
  const now = currentTime();
  for (const event of events) await purchases.apply(event, now);
  if (!events.some(({ kind }) => kind === 'paid')) return 'done';
  await topUps.settle(purchaseId, 'paid', now);
  return 'bought';
}
