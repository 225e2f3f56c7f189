import { useCallback, useMemo, useState } from 'react';
import { call } from '../../client/api/call.ts';
import { download } from '../../client/api/download.ts';
import { failureMessage } from '../../client/failure-message.ts';
import type { Formats } from '../../client/formats.ts';
import { DAY_MS } from '../../contract/durations.ts';
import {
  type EntryKind,
  type EntryReply,
  listEntries,
  type WalletReply,
} from '../../contract/entries.ts';
import { runKeptDays } from '../../contract/flows.ts';
import { type Language, localizedPath } from '../../contract/language.ts';
import type { User } from '../../contract/user.ts';
import { fill } from '../../i18n/fill.ts';
import { LoadMore } from '../shared/buttons.tsx';
import { Empty } from '../shared/Empty.tsx';
import { type PagedQuery, useFurtherPages, usePagedQuery } from '../shared/use-paged-query.ts';
import type { Query } from '../shared/use-query.ts';
import type { AccountLabels, Names, SectionProps } from './account-props.ts';
import { Choice, Download, Moment, QueryView, Section, TableHead } from './Section.tsx';
import './Entries.css';

/** The newest entries, as one answer with the wallet of that moment. */
export type NewestQuery = Query<{
  readonly entries: readonly EntryReply[];
  readonly next: string | null;
  readonly wallet?: WalletReply | undefined;
}>;

interface EntriesProps extends SectionProps {
  readonly newest: NewestQuery;
  readonly user: User;
  readonly fileName: string;
}

/** The ledger entries of the wallet, of all kinds or of some. */
export function Entries(props: EntriesProps) {
  const { id, labels, fileName } = props;
  const { entries } = labels;
  const [filter, setFilter] = useState<EntryFilter>('all');
  return (
    <Section id={id} title={entries.title}>
      <p className="text-soft">{entries.lead}</p>
      <div className="row account-bar">
        <Choice
          label={entries.filter}
          names={entryFilterNames}
          chosen={filter}
          texts={entries.filters}
          onChoose={setFilter}
        />
        <Download
          fetchFile={() => download(listEntries, { query: { kind: kindQuery(filter) } })}
          name={`${fileName}-credits.csv`}
          label={entries.csv}
          busy={entries.csvBusy}
          labels={labels}
        />
      </div>
      {filter === 'all' ? (
        <AllEntries {...props} />
      ) : (
        <EntriesOfKind key={filter} {...props} filter={filter} />
      )}
    </Section>
  );
}

/** Entries of all kinds: the newest came with the balance, so that both agree. */
function AllEntries(props: EntriesProps) {
  const { newest, labels } = props;
  const { value } = newest;
  const page = useMemo(() => value && { items: value.entries, next: value.next }, [value]);
  const list = useFurtherPages({ ...newest, value: page }, fetchAll);
  return <EntryList {...props} list={list} empty={labels.entries.empty} />;
}

function EntriesOfKind(props: EntriesProps & { readonly filter: EntryFilter }) {
  const { filter, user, labels } = props;
  const fetchPage = useCallback(
    (signal: AbortSignal, cursor?: string) => fetchEntries(filter, signal, cursor),
    [filter],
  );
  const list = usePagedQuery(fetchPage, user);
  return <EntryList {...props} list={list} empty={labels.entries.none} />;
}

const fetchAll = (signal: AbortSignal, cursor?: string) => fetchEntries('all', signal, cursor);

async function fetchEntries(filter: EntryFilter, signal: AbortSignal, cursor?: string) {
  const result = await call(listEntries, { query: { cursor, kind: kindQuery(filter) }, signal });
  if (!result.ok) return result;
  const { entries, next } = result.value;
  return { ok: true as const, value: { items: entries, next } };
}

type EntryListProps = SectionProps & {
  readonly list: PagedQuery<EntryReply>;
  /** The text in place of an empty list. */
  readonly empty: string;
};

function EntryList(props: EntryListProps) {
  const { labels, list, empty } = props;
  return (
    <>
      <QueryView query={list.first} labels={labels}>
        {({ items }) => (items.length === 0 ? <Empty text={empty} /> : <EntryTable {...props} />)}
      </QueryView>
      <LoadMore
        list={list}
        label={labels.entries.more}
        failure={list.moreFailure && failureMessage(list.moreFailure, labels)}
      />
    </>
  );
}

function EntryTable({ labels, names, format, list, language }: EntryListProps) {
  const { entries } = labels;
  return (
    <table className="account-table account-entries">
      <TableHead
        columns={[entries.what, entries.time, entries.change, entries.held, entries.available]}
      />
      <tbody>
        {list.items.map((entry, index) => {
          const { title, detail, change } = entryTexts(entry, labels, names, format);
          return (
            <tr key={entry.number} data-kind={entry.kind} {...list.rowProps(index)}>
              <th scope="row">
                <RunLink entry={entry} language={language}>
                  {title}
                </RunLink>
                {detail ? <span className="small">{detail}</span> : null}
              </th>
              <td>
                <Moment time={entry.at} format={format} />
              </td>
              <td className="account-change">{change}</td>
              <td data-label={entries.held}>{format.whole(entry.held)}</td>
              <td data-label={entries.available}>{format.whole(entry.available)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** Leads from an entry to its run, as long as the run is kept. */
function RunLink({
  entry: { run, at },
  language,
  children,
}: {
  readonly entry: EntryReply;
  readonly language: Language;
  readonly children: string;
}) {
  const isKept = Date.now() - Date.parse(at) < runKeptDays * DAY_MS;
  if (run === undefined || !isKept) return children;
  return (
    <a href={localizedPath(`/flows/#run-${run}`, language)} className="text-link">
      {children}
    </a>
  );
}

/** The filters of the list; each kind is in «all» and in one other. */
export const entryFilters = {
  all: [],
  received: ['grant', 'refund_reversed'],
  runs: ['hold', 'capture', 'release'],
  expired: ['expire'],
  refunded: ['refund'],
} as const satisfies Record<string, readonly EntryKind[]>;

export type EntryFilter = keyof typeof entryFilters;

/** The names of the filters, in the order of their buttons. */
export const entryFilterNames = [
  'all',
  'received',
  'runs',
  'expired',
  'refunded',
] as const satisfies readonly EntryFilter[];

/** The query parameter of a filter: a list of kinds, or nothing for all. */
export function kindQuery(filter: EntryFilter): string | undefined {
  return entryFilters[filter].join(',') || undefined;
}

type EntryLabels = Pick<AccountLabels, 'entries' | 'sources'>;

/** Describes an entry to the owner of the wallet, such as «Social card: 2 credits held». */
export function entryTexts(
  entry: EntryReply,
  labels: EntryLabels,
  names: Names,
  formats: Pick<Formats, 'credits' | 'signed'>,
) {
  const credits = formats.credits(entry.quantity);
  const flow = flowName(entry, names);
  return {
    title: fill(labels.entries.said[titleKey(entry)], {
      credits,
      what: flow ?? entry.note ?? labels.entries.someRun,
      source: labels.sources[entry.source ?? 'purchase'],
    }),
    detail: detailOf(entry, labels, flow !== undefined),
    change: entry.amount === 0 ? '–' : formats.signed(entry.amount),
  };
}

/** The title of a grant depends on the source of its credits; all others on the kind. */
function titleKey({ kind, source }: EntryReply): keyof AccountLabels['entries']['said'] {
  if (kind !== 'grant') return kind;
  return source === 'refund_reversed' ? 'refund_reversed' : `grant_${source ?? 'operator'}`;
}

/** The name of the flow that ran; `undefined` for the runs of other services, which have a note. */
function flowName({ kind, note }: EntryReply, { flows }: Names): string | undefined {
  if (!isRun(kind)) return undefined;
  return Object.entries(flows).find(([id]) => id === note)?.[1];
}

function isRun(kind: EntryKind): boolean {
  return entryFilters.runs.some((one) => one === kind);
}

/** Names the note and the service, except of our own flows, and the key that began the run. */
function detailOf(
  { kind, note, service, key }: EntryReply,
  { entries }: EntryLabels,
  isOwnFlow: boolean,
): string | undefined {
  const by = service === undefined ? undefined : fill(entries.byService, { service });
  const parts = [
    isRun(kind) ? undefined : note,
    isOwnFlow ? undefined : by,
    key === undefined ? undefined : fill(entries.byKey, { key }),
  ].filter((part) => part !== undefined);
  return parts.length > 0 ? parts.join(' · ') : undefined;
}
