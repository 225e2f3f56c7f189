import { createHash } from 'node:crypto';
import type { EntryReply } from '../../../src/contract/entries.ts';
import type { StoredEntry } from './ledger-store.ts';

/** The actor of a service's command begins with this. */
export const serviceActorPrefix = 'service ';

/** The actor that holds and captures for the runs of flows; the hold of a run has the run's id. */
export const flowsActor = `${serviceActorPrefix}flows`;

/** Leaves out the reference of a lot, which is internal: a trial's key, a purchase's id. */
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
    ...(entry.holdId && entry.actor === flowsActor ? { run: entry.holdId } : {}),
    ...(entry.keyName === undefined ? {} : { key: entry.keyName }),
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

const form = /^([1-9]\d{0,15})\.([\w-]{22})$/;

/**
 * The cursor of the next page: the number of the last entry on this page, and a mark that belongs to
 * the wallet. A cursor is no secret, because every query names the caller's own wallet.
 */
export function cursorAfter(walletId: string, entryNumber: number): string {
  return `${entryNumber}.${markOf(walletId, String(entryNumber))}`;
}

/** The entry number in a cursor; undefined when the cursor is not one of this wallet. */
export function readCursor(walletId: string, cursor: string): number | undefined {
  const [, number, mark] = form.exec(cursor) ?? [];
  if (number === undefined || mark !== markOf(walletId, number)) return undefined;
  return Number(number);
}

/** The first 128 bits of a SHA-256, as 22 characters of base64url. */
function markOf(walletId: string, number: string): string {
  return createHash('sha256').update(`${walletId} ${number}`).digest('base64url').slice(0, 22);
}
