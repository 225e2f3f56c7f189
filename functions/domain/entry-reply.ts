import type { EntryReply } from '../../src/contract/entries.ts';
import type { StoredEntry } from './ledger/entry-store.ts';

/** How the actor of a command that a service gave begins. */
export const serviceActorPrefix = 'service ';

/**
 * An entry as its owner sees it. The reference of a hold is its service's own words, for the
 * owner; that of a lot is ours (the key of a trial, the id of a purchase) and stays out.
 */
export function entryReplyOf(entry: StoredEntry): EntryReply {
  const note = entry.holdId === undefined ? entry.reason : entry.reference;
  const service = serviceOf(entry.actor);
  return {
    number: entry.number,
    kind: entry.kind,
    quantity: entry.quantityCredits,
    amount: entry.amountCredits,
    available: entry.availableAfterCredits,
    held: entry.heldAfterCredits,
    owed: entry.owedAfterCredits,
    ...(entry.source === undefined ? {} : { source: entry.source }),
    ...(note === undefined || note === '' ? {} : { note }),
    actor: actorOf(entry.actor),
    ...(service === undefined ? {} : { service }),
    at: entry.at.toISOString(),
  };
}

function actorOf(actor: string): EntryReply['actor'] {
  if (actor === 'system') return 'system';
  return serviceOf(actor) === undefined ? 'operator' : 'service';
}

function serviceOf(actor: string): string | undefined {
  return actor.startsWith(serviceActorPrefix) ? actor.slice(serviceActorPrefix.length) : undefined;
}
