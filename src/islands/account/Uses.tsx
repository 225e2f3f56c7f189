import { useState } from 'react';
import { call } from '../../client/api/call.ts';
import { download } from '../../client/api/download.ts';
import { readUse, type UseRow } from '../../contract/usage.ts';
import { fill } from '../../i18n/fill.ts';
import { Empty } from '../shared/Empty.tsx';
import { useQuery } from '../shared/use-query.ts';
import type { SectionProps } from './account-props.ts';
import { Download, QueryView, TableHead } from './Section.tsx';

type UsesProps = SectionProps & {
  readonly fileName: string;
  /** The use is fetched again when this changes. */
  readonly queryKey: unknown;
};

/** The credits that were used in a month, by tool and key: a bar and a figure each. */
export function Uses(props: UsesProps) {
  const { labels, fileName, queryKey } = props;
  const { uses: texts } = labels;
  const query = useQuery(fetchUse, queryKey);
  return (
    <div className="stack account-uses">
      <h3>{texts.title}</h3>
      <QueryView query={query} labels={labels}>
        {({ rows }) =>
          rows.length === 0 ? <Empty text={texts.empty} /> : <Month {...props} rows={rows} />
        }
      </QueryView>
      <Download
        fetchFile={() => download(readUse, {})}
        name={`${fileName}-use.csv`}
        label={texts.csv}
        busy={labels.entries.csvBusy}
        labels={labels}
      />
    </div>
  );
}

const fetchUse = (signal: AbortSignal) => call(readUse, { signal });

function Month({ rows, labels, names, format }: UsesProps & { readonly rows: readonly UseRow[] }) {
  const { uses: texts } = labels;
  const months = [...new Set(rows.map(({ month }) => month))];
  const [asked, setAsked] = useState(months[0]);
  const month = asked !== undefined && months.includes(asked) ? asked : months[0];
  const shown = rows.filter((row) => row.month === month);
  const most = Math.max(...shown.map(({ used }) => used));
  const total = shown.reduce((sum, { used }) => sum + used, 0);
  return (
    <>
      <p className="account-rule">
        <label>
          {texts.month}{' '}
          <select value={month} onChange={({ target }) => setAsked(target.value)}>
            {months.map((one) => (
              <option key={one} value={one}>
                {format.period('month', `${one}-01T00:00:00.000Z`, 'long')}
              </option>
            ))}
          </select>
        </label>
      </p>
      <table className="account-figure-table account-uses-table">
        <caption className="sr-only">{texts.title}</caption>
        <TableHead columns={[texts.tool, texts.key, texts.charges, texts.used]} />
        <tbody>
          {shown.map(({ flow, service, key, charges, used }) => (
            <tr key={[flow, service, key?.id].join(' ')}>
              <th scope="row">
                {flow === undefined ? service : (names.flows[flow] ?? flow)}
                <meter min={0} max={most} value={used} aria-hidden="true" />
              </th>
              <td>{key ? key.name : texts.noKey}</td>
              <td>{format.whole(charges)}</td>
              <td>{format.whole(used)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="small">{fill(texts.total, { total: format.whole(total) })}</p>
    </>
  );
}
