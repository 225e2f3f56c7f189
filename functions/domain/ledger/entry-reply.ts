import { createHash } from 'node:crypto';
import type { EntryReply } from '../../../src/contract/entries.ts';
import type { StoredEntry } from './ledger-store.ts';

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

const form = /^([1-9]\d{0,15})\.([\w-]{22})$/;

/**
 * Where the next page of a wallet's entries begins: the number of the last one that was shown, and
 * a mark by which a cursor of another wallet is noticed. It is no secret: whatever it says, only
 * entries of the caller's own wallet are read.
 */
export function cursorAfter(walletId: string, entryNumber: number): string {
  return `${entryNumber}.${markOf(walletId, String(entryNumber))}`;
}

/** The number in a cursor; nothing when it was not made for this wallet. */
export function readCursor(walletId: string, cursor: string): number | undefined {
  const [, number, mark] = form.exec(cursor) ?? [];
  if (number === undefined || mark !== markOf(walletId, number)) return undefined;
  return Number(number);
}

/** 128 bits of a digest, as 22 characters of base64url. */
function markOf(walletId: string, number: string): string {
  return createHash('sha256').update(`${walletId} ${number}`).digest('base64url').slice(0, 22);
}
