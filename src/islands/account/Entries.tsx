import { download } from '../../client/api/download.ts';
import { failureWords } from '../../client/failure-words.ts';
import type { Formats } from '../../client/formats.ts';
import { type EntryReply, listEntries } from '../../contract/entries.ts';
import { More } from '../shared/More.tsx';
import type { PagedQuery } from '../shared/use-paged-query.ts';
import { Download } from './Download.tsx';
import { type EntryFilter, entryFilterNames, kindQuery } from './entry-filters.ts';
import { entryWords } from './entry-words.ts';
import type { AccountLabels, Names } from './labels.ts';
import { Choice, Moment, Part, QueryView } from './Part.tsx';

interface EntriesProps {
  readonly id: string;
  readonly labels: AccountLabels;
  readonly names: Names;
  readonly format: Formats;
  readonly pages: PagedQuery<EntryReply>;
  readonly filter: EntryFilter;
  readonly setFilter: (filter: EntryFilter) => void;
  readonly fileName: string;
}

/** Every movement of the wallet, of all kinds or of some. */
export function Entries(props: EntriesProps) {
  const { id, labels, pages, filter, setFilter, fileName } = props;
  const { entries } = labels;
  return (
    <Part id={id} title={entries.title}>
      <p className="text-soft">{entries.lead}</p>
      <div className="account-bar">
        <Choice
          label={entries.filter}
          names={entryFilterNames}
          chosen={filter}
          words={entries.filters}
          choose={setFilter}
        />
        <Download
          fetchFile={() => download(listEntries, { query: { kind: kindQuery(filter) } })}
          name={`${fileName}-credits.csv`}
          label={entries.csv}
          busy={entries.csvBusy}
          labels={labels}
        />
      </div>
      <QueryView asked={pages.first} labels={labels}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="text-soft">{filter === 'all' ? entries.empty : entries.none}</p>
          ) : (
            <EntryTable {...props} />
          )
        }
      </QueryView>
      <More
        pages={pages}
        label={entries.more}
        className="account-more"
        failed={pages.addingFailure && failureWords(pages.addingFailure, labels)}
      />
    </Part>
  );
}

function EntryTable({ labels, names, format, pages }: EntriesProps) {
  const { entries } = labels;
  return (
    <table className="account-table account-entries">
      <thead>
        <tr>
          <th scope="col">{entries.what}</th>
          <th scope="col">{entries.time}</th>
          <th scope="col">{entries.change}</th>
          <th scope="col">{entries.held}</th>
          <th scope="col">{entries.available}</th>
        </tr>
      </thead>
      <tbody>
        {pages.items.map((entry, place) => {
          const { title, detail, change } = entryWords(entry, labels, names, format);
          return (
            <tr key={entry.number} data-kind={entry.kind} {...pages.rowProps(place)}>
              <th scope="row">
                {title}
                {detail ? <span className="account-small">{detail}</span> : null}
              </th>
              <td>
                <Moment time={entry.at} text={format.moment(entry.at)} utc={format.utc(entry.at)} />
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
