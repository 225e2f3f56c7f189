import { type EntryReply, entriesPerPage, listEntries } from '../../src/contract/entries.ts';
import { entryColumnsWords } from '../../src/i18n/words.ts';
import { entryStore } from '../adapters/postgres/ledger/entry-store.ts';
import { forSession, type SessionHandler, type SessionRequest } from '../callers/for-session.ts';
import { cursorAfter, entryReplyOf, readCursor } from '../domain/ledger/entry-reply.ts';
import type { EntryStore } from '../domain/ledger/ledger-store.ts';
import { rowsWithin } from '../http/csv.ts';
import type { CsvCell, CsvFile } from '../http/handler.ts';
import { acceptsCsv } from '../http/negotiation.ts';

/** Rows of one CSV file. */
const MAX_CSV_ROWS = 20_000;

/**
 * The size of one CSV file. As a JSON string in the answer it is at most twice as long, and a
 * Lambda function may answer 6 MB. The longest notes fill it with fewer rows than allowed.
 */
const MAX_CSV_BYTES = 3_000_000;

/**
 * The caller's entries as of now, newest first, all or of some kinds: a page of them as JSON, or a
 * file as CSV. Both continue by a cursor, the file by the one in its `Link` header.
 */
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
  const head = columns.map((column) => names[column]);
  const cells = entries.slice(0, MAX_CSV_ROWS).map(cellsOf);
  const rows = rowsWithin([head, ...cells], MAX_CSV_BYTES);
  const next = nextOf(caller.account.walletId, entries, entries.slice(0, rows.length - 1));
  if (next === null) return { name: 'credits.csv', rows };
  const parameters = new URLSearchParams({ cursor: next });
  if (query.kind) parameters.set('kind', query.kind.join(','));
  return { name: 'credits.csv', rows, next: `${path}?${parameters}` };
}

/** The cursor of the entries after the shown ones; null when there are none. */
function nextOf(
  walletId: string,
  found: readonly EntryReply[],
  shown: readonly EntryReply[],
): string | null {
  const last = found.length > shown.length ? shown.at(-1) : undefined;
  return last ? cursorAfter(walletId, last.number) : null;
}

/** The columns, in their order. */
const columns = [
  'number',
  'time',
  'kind',
  'quantity',
  'change',
  'available',
  'held',
  'owed',
  'source',
  'note',
] as const;

/** In the order of the columns; kinds and sources have their names in the API. */
function cellsOf(entry: EntryReply): readonly CsvCell[] {
  return [
    entry.number,
    entry.at,
    entry.kind,
    entry.quantity,
    entry.amount,
    entry.available,
    entry.held,
    entry.owed,
    entry.source ?? '',
    entry.note ?? '',
  ];
}

const cursorUnknown = {
  ok: false,
  code: 'query_invalid',
  detail: 'The cursor is not one of yours. Take the "next" of a page that you were given.',
} as const;

export const handler = forSession(listEntries, list, (db) => ({ entries: entryStore(db) }));
