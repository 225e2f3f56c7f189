import { type EntryReply, entriesPerPage, listEntries } from '../../src/contract/entries.ts';
import { entryColumnsWords } from '../../src/i18n/words.ts';
import { entryStore } from '../adapters/postgres/ledger/entry-store.ts';
import { forSession, type SessionHandler, type SessionRequest } from '../callers/for-session.ts';
import { cursorAfter, entryReplyOf, readCursor } from '../domain/ledger/entry-reply.ts';
import type { EntryStore } from '../domain/ledger/ledger-store.ts';
import { rowsWithin } from '../http/csv.ts';
import type { CsvCell, CsvFile } from '../http/handler.ts';
import { acceptsCsv } from '../http/negotiation.ts';

const MAX_CSV_ROWS = 20_000;

/** Escaped in JSON a file is at most twice as long, and a Lambda function may answer 6 MB. */
const MAX_CSV_BYTES = 3_000_000;

/** A page of the caller's entries as JSON, or a file as CSV with the cursor in its `Link` header. */
export const list: SessionHandler<typeof listEntries, { readonly entries: EntryStore }> = async (
  request,
  { entries },
) => {
  const { caller, query, headers, now } = request;
  const { walletId } = caller.account;
  const before = query.cursor === undefined ? undefined : readCursor(walletId, query.cursor);
  if (query.cursor !== undefined && before === undefined) return cursorUnknown;
  const isCsv = acceptsCsv(headers.accept);
  const limit = isCsv ? MAX_CSV_ROWS : (query.limit ?? entriesPerPage.default);
  const found = await entries.list({ walletId, before, kinds: query.kind, now, limit: limit + 1 });
  const rows = found.map(entryReplyOf);
  if (isCsv) return { status: 200, csv: csvOf(request, rows) };
  const shown = rows.slice(0, limit);
  return { status: 200, body: { entries: shown, next: nextOf(walletId, rows, shown) } };
};

function csvOf(
  { caller, path, query, language }: SessionRequest<typeof listEntries>,
  entries: readonly EntryReply[],
): CsvFile {
  const names = entryColumnsWords[language];
  const head = columns.map(([name]) => names[name]);
  const cells = entries
    .slice(0, MAX_CSV_ROWS)
    .map((entry) => columns.map(([, cellOf]) => cellOf(entry)));
  const rows = rowsWithin([head, ...cells], MAX_CSV_BYTES);
  const next = nextOf(caller.account.walletId, entries, entries.slice(0, rows.length - 1));
  if (next === null) return { name: 'credits.csv', rows };
  const parameters = new URLSearchParams({ cursor: next });
  if (query.kind) parameters.set('kind', query.kind.join(','));
  return { name: 'credits.csv', rows, next: `${path}?${parameters}` };
}

/** The cursor of what comes after the entries that are shown; null when nothing does. */
function nextOf(
  walletId: string,
  found: readonly EntryReply[],
  shown: readonly EntryReply[],
): string | null {
  const last = found.length > shown.length ? shown.at(-1) : undefined;
  return last ? cursorAfter(walletId, last.number) : null;
}

/** The columns in their order. Kinds and sources keep their names in the API. */
const columns = [
  ['number', (entry) => entry.number],
  ['time', (entry) => entry.at],
  ['kind', (entry) => entry.kind],
  ['quantity', (entry) => entry.quantity],
  ['change', (entry) => entry.amount],
  ['available', (entry) => entry.available],
  ['held', (entry) => entry.held],
  ['owed', (entry) => entry.owed],
  ['source', (entry) => entry.source ?? ''],
  ['note', (entry) => entry.note ?? ''],
] as const satisfies readonly (readonly [string, (entry: EntryReply) => CsvCell])[];

const cursorUnknown = {
  ok: false,
  code: 'query_invalid',
  detail: 'The cursor is not one of yours. Take the "next" of a page that you were given.',
} as const;

export const handler = forSession(listEntries, list, (db) => ({ entries: entryStore(db) }));
