import { DAY_MS } from '../../src/contract/durations.ts';
import { type EntryReply, listEntries, recentDays } from '../../src/contract/entries.ts';
import { entryColumnsWords } from '../../src/i18n/words.ts';
import { entryStore } from '../adapters/postgres/ledger/entry-store.ts';
import { forSession, type SessionRequest } from '../callers/for-session.ts';
import { balanceOf } from '../domain/ledger/balance-reply.ts';
import { entryReplyOf } from '../domain/ledger/entry-reply.ts';
import type { EntryStore } from '../domain/ledger/ledger-store.ts';
import { asText, rowsWithin } from '../http/csv.ts';
import type { CsvCell, CsvFile, Reply } from '../http/handler.ts';
import { acceptsCsv } from '../http/negotiation.ts';
import { cursorAfterShown, entriesPage, findEntries } from './entries-page.ts';

/** Rows of one CSV file. */
const MAX_CSV_ROWS = 20_000;

/**
 * The size of one CSV file. As a JSON string in the answer it is at most twice as long, and a
 * Lambda function may answer 6 MB. The longest notes fill it with fewer rows than allowed.
 */
const MAX_CSV_BYTES = 3_000_000;

interface Deps {
  readonly entries: EntryStore;
}

/**
 * The caller's entries as of now, newest first, all or of some kinds: a page of them as JSON, or a
 * file as CSV. Both continue by a cursor, the file by the one in its `Link` header. With the newest
 * of all kinds comes the wallet.
 */
export async function list(
  request: SessionRequest<typeof listEntries>,
  { entries }: Deps,
): Promise<Reply<typeof listEntries>> {
  const { caller, query, headers, now } = request;
  const wanted = { walletId: caller.account.walletId, query, now };
  if (!acceptsCsv(headers.accept)) {
    const isNewest = query.cursor === undefined && query.kind === undefined;
    return isNewest ? newestPage(wanted, entries) : entriesPage(wanted, entries);
  }
  const found = await findEntries(wanted, MAX_CSV_ROWS, entries);
  return found.ok ? { status: 200, csv: csvOf(request, found.value) } : found;
}

/** The newest entries and the wallet, read in one transaction: their sums agree. */
async function newestPage(
  { walletId, query, now }: Parameters<typeof entriesPage>[0],
  entries: EntryStore,
) {
  const { limit } = query;
  const first = new Date(now.getTime() - recentDays * DAY_MS);
  const found = await entries.newest({ walletId, now, first, limit: limit + 1 });
  const { usedCredits: used, beganAt = first } = found.recent;
  const listed = found.entries.map(entryReplyOf);
  const shown = listed.slice(0, limit);
  const wallet = {
    ...balanceOf(found.wallet, now),
    recent: { used, since: beganAt.toISOString() },
  };
  const next = cursorAfterShown(walletId, listed, shown);
  return { status: 200, body: { entries: shown, next, wallet } } as const;
}

function csvOf(
  { caller, path, query, language }: SessionRequest<typeof listEntries>,
  entries: readonly EntryReply[],
): CsvFile {
  const names = entryColumnsWords[language];
  const head = columns.map((column) => names[column]);
  const cells = entries.slice(0, MAX_CSV_ROWS).map(cellsOf);
  const rows = rowsWithin([head, ...cells], MAX_CSV_BYTES);
  const shown = entries.slice(0, rows.length - 1);
  const next = cursorAfterShown(caller.account.walletId, entries, shown);
  if (next === null) return { name: 'credits.csv', rows };
  const parameters = new URLSearchParams({ cursor: next });
  if (query.kind) parameters.set('kind', query.kind.join(','));
  return { name: 'credits.csv', rows, next: `${path}?${parameters}` };
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
  'key',
] as const;

/** The characters of a time that spreadsheets take for one; with a zone or a fraction it is a text. */
const TIME_LENGTH = 'YYYY-MM-DDTHH:MM:SS'.length;

/** In the order of the columns; kinds and sources have their names in the API. */
function cellsOf(entry: EntryReply): readonly CsvCell[] {
  return [
    entry.number,
    // The head says UTC.
    entry.at.slice(0, TIME_LENGTH),
    entry.kind,
    entry.quantity,
    entry.amount,
    entry.available,
    entry.held,
    entry.owed,
    entry.source ?? '',
    asText(entry.note ?? ''),
    asText(entry.key ?? ''),
  ];
}

export const handler = forSession(listEntries, list, (db) => ({ entries: entryStore(db) }));
