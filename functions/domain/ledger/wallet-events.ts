import type { WebhookEvent } from '../../../src/contract/webhooks.ts';
import type { Change, Entry } from './entry.ts';
import { flowsActor } from './entry-reply.ts';
import { availableCredits, fellLow, type Hold, sumOfShares, type Wallet } from './wallet.ts';

/** What services are told of a change of a wallet. */
export function walletEvents(
  before: Wallet,
  { wallet: after, entries }: Change,
): readonly WebhookEvent[] {
  const available = availableCredits(after);
  const expired = entries.filter(({ kind }) => kind === 'expire');
  const credits = expired.reduce((sum, { quantityCredits }) => sum + quantityCredits, 0);
  const mark = after.lowMarkCredits ?? 0;
  return [
    ...entries.flatMap((entry) => movedBy(entry, after)),
    // Lots that expire together are one event.
    ...(credits > 0 ? [{ event: 'credits.expired', data: { credits, available } } as const] : []),
    ...after.holds.flatMap((hold) => endOf(hold, entries)),
    ...(fellLow(before, after)
      ? [{ event: 'balance.low', data: { available, mark } } as const]
      : []),
  ];
}

function movedBy(entry: Entry, { lots }: Wallet): readonly WebhookEvent[] {
  const { kind, quantityCredits: credits, availableAfterCredits: available } = entry;
  if (kind === 'refund') {
    const data = { credits, available, purchase: entry.reference };
    return [{ event: 'credits.taken_back', data }];
  }
  if (kind !== 'grant' && kind !== 'refund_reversed') return [];
  const lot = lots.find(({ id }) => id === entry.lotId);
  // Credits that had expired before a refund expire again when it is reversed.
  if (!lot) return [];
  const { source, expiresAt } = lot;
  const data = { credits, available, source, expiresAt: expiresAt.toISOString() };
  return [{ event: 'credits.granted', data }];
}

/** A service knows what it has ended itself. The run of a hold that expired has died. */
function endOf(hold: Hold, entries: readonly Entry[]): readonly WebhookEvent[] {
  const { id, state, actor, reference } = hold;
  const last = entries.findLast(({ holdId }) => holdId === id);
  if (state === 'open' || last === undefined || last.actor === actor) return [];
  if (actor === flowsActor) {
    const failed = { status: 'failed', credits: 0, code: 'run_failed' } as const;
    return [{ event: 'run.finished', data: { run: id, flow: reference, ...failed } }];
  }
  const captured = sumOfShares(hold.captured);
  const released = hold.amountCredits - captured;
  const data = { hold: id, status: state, captured, released, reference };
  return [{ event: 'hold.ended', data }];
}
