import type { EntriesQuery, EntryReply } from '../../src/contract/entries.ts';
import { cursorAfter, entryReplyOf, readCursor } from '../domain/ledger/entry-reply.ts';
import type { EntryStore } from '../domain/ledger/ledger-store.ts';
import type { Checked } from '../http/handler.ts';

interface Wanted {
  readonly walletId: string;
  readonly query: EntriesQuery;
  readonly now: Date;
}

/** A page of a wallet's entries, newest first; refuses a cursor of another wallet. */
export async function entriesPage(wanted: Wanted, entries: Pick<EntryStore, 'list'>) {
  const { limit } = wanted.query;
  const found = await findEntries(wanted, limit, entries);
  if (!found.ok) return found;
  const shown = found.value.slice(0, limit);
  const body = { entries: shown, next: cursorAfterShown(wanted.walletId, found.value, shown) };
  return { status: 200, body } as const;
}

/** Entries as of now, from the cursor on: one more than `limit`, if there are more. */
export async function findEntries(
  { walletId, query: { cursor, kind: kinds }, now }: Wanted,
  limit: number,
  entries: Pick<EntryStore, 'list'>,
): Promise<Checked<readonly EntryReply[], 'query_invalid'>> {
  const before = cursor === undefined ? undefined : readCursor(walletId, cursor);
  if (cursor !== undefined && before === undefined) return cursorUnknown;
  const found = await entries.list({ walletId, before, kinds, now, limit: limit + 1 });
  return { ok: true, value: found.map(entryReplyOf) };
}

/** The cursor of the entries after the shown ones; null when there are none. */
export function cursorAfterShown(
  walletId: string,
  found: readonly EntryReply[],
  shown: readonly EntryReply[],
): string | null {
  const last = found.length > shown.length ? shown.at(-1) : undefined;
  return last ? cursorAfter(walletId, last.number) : null;
}

const cursorUnknown = {
  ok: false,
  code: 'query_invalid',
  detail: 'The cursor is not one of yours. Take the "next" of a page that you were given.',
} as const;
