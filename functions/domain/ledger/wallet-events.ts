import type { WebhookEvent } from '../../../src/contract/webhooks.ts';
import type { Change, Entry } from './entry.ts';
import { flowsActor } from './entry-reply.ts';
import { availableCredits, fellLow, type Hold, sumOfShares, type Wallet } from './wallet.ts';

/** An event, and the number of the entry that it tells of. */
interface Told {
  readonly number: number;
  readonly event: WebhookEvent;
}

/** The events for services after a change of a wallet, in the order of its entries. */
export function walletEvents(
  before: Wallet,
  { wallet: after, entries }: Change,
): readonly WebhookEvent[] {
  const told = [
    ...entries.flatMap((entry) => movedBy(entry, after)),
    ...after.holds.flatMap((hold) => endOf(hold, entries)),
    ...expired(entries),
  ];
  const events = told.toSorted((a, b) => a.number - b.number).map(({ event }) => event);
  if (!fellLow(before, after)) return events;
  const data = { available: availableCredits(after), mark: after.lowMarkCredits ?? 0 };
  return [...events, { event: 'balance.low', data }];
}

function movedBy(entry: Entry, { lots }: Wallet): readonly Told[] {
  const { number, kind, quantityCredits: credits, availableAfterCredits: available } = entry;
  if (kind === 'refund') {
    const data = { credits, available, purchase: entry.reference };
    return [{ number, event: { event: 'credits.taken_back', data } }];
  }
  if (kind !== 'grant' && kind !== 'refund_reversed') return [];
  const lot = lots.find(({ id }) => id === entry.lotId);
  // Credits that had expired before a refund expire again when it is reversed.
  if (!lot) return [];
  const { source, expiresAt } = lot;
  const data = { credits, available, source, expiresAt: expiresAt.toISOString() };
  return [{ number, event: { event: 'credits.granted', data } }];
}

/** Lots that expire together are one event, with what can be spent after the last of them. */
function expired(entries: readonly Entry[]): readonly Told[] {
  const all = entries.filter(({ kind }) => kind === 'expire');
  const credits = all.reduce((sum, { quantityCredits }) => sum + quantityCredits, 0);
  const last = all.at(-1);
  if (!last || credits === 0) return [];
  const data = { credits, available: last.availableAfterCredits };
  return [{ number: last.number, event: { event: 'credits.expired', data } }];
}

/** A service knows what it has ended itself. The run of a hold that expired has died. */
function endOf(hold: Hold, entries: readonly Entry[]): readonly Told[] {
  const { id, state, actor, reference } = hold;
  const last = entries.findLast(({ holdId }) => holdId === id);
  if (state === 'open' || last === undefined || last.actor === actor) return [];
  const { number } = last;
  if (actor === flowsActor) {
    const failed = { status: 'failed', credits: 0, code: 'run_failed' } as const;
    return [
      { number, event: { event: 'run.finished', data: { run: id, flow: reference, ...failed } } },
    ];
  }
  const captured = sumOfShares(hold.captured);
  const released = hold.amountCredits - captured;
  const data = { hold: id, status: state, captured, released, reference };
  return [{ number, event: { event: 'hold.ended', data } }];
}
