import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { call } from '../../client/api/call.ts';
import type { Formats } from '../../client/formats.ts';
import {
  readUsage,
  type UsagePeriod,
  type Usage as UsageReply,
  usagePeriods,
} from '../../contract/usage.ts';
import { fill } from '../../i18n/fill.ts';
import { Fallback } from '../shared/Fallback.tsx';
import { useQuery } from '../shared/use-query.ts';
import { useSeen } from '../shared/use-seen.ts';
import type { AccountLabels } from './labels.ts';
import { Choice, Part, QueryView } from './Part.tsx';
import { UsageTable } from './UsageTable.tsx';
import { isEmpty, shownBuckets } from './usage-view.ts';

const Plot = lazy(() => import('./Plot.tsx'));

interface UsageProps {
  readonly id: string;
  readonly labels: AccountLabels;
  readonly format: Formats;
  /** Asked for anew when this changes. */
  readonly since: unknown;
}

/** Balance and use over time; neither the figures nor what draws them is fetched before it is seen. */
export function Usage(props: UsageProps) {
  const { id, labels } = props;
  const [by, setBy] = useState<UsagePeriod>('day');
  const [place, isSeen] = useSeen<HTMLDivElement>();
  return (
    <Part
      id={id}
      title={labels.usage.title}
      aside={
        <Choice
          label={labels.usage.per}
          names={usagePeriods}
          chosen={by}
          words={labels.usage}
          choose={setBy}
        />
      }
    >
      <div ref={place} className="account-usage">
        {isSeen ? <Asking {...props} by={by} /> : null}
      </div>
    </Part>
  );
}

function Asking(props: UsageProps & { readonly by: UsagePeriod }) {
  const { by, since, labels } = props;
  const question = useCallback(
    (signal: AbortSignal) => call(readUsage, { query: { by }, signal }),
    [by],
  );
  const asked = useQuery(question, since);
  return (
    <QueryView asked={asked} labels={labels}>
      {(usage) =>
        isEmpty(usage) ? (
          <p className="text-soft">{labels.usage.empty}</p>
        ) : (
          <Figures {...props} usage={usage} />
        )
      }
    </QueryView>
  );
}

/** The plot, what it shows at the pointer, and the same in a table, which can always be read. */
function Figures({ id, labels, format, usage }: UsageProps & { readonly usage: UsageReply }) {
  const [isTableShown, setTableShown] = useState(false);
  const [place, setPlace] = useState<number>();
  const { usage: words } = labels;
  // The same list as long as the answer is the same: the plot is drawn anew with another one.
  const buckets = useMemo(() => shownBuckets(usage), [usage]);
  const bucket = buckets[place ?? buckets.length - 1] ?? buckets.at(-1);
  const tableId = `${id}-table`;
  return (
    <>
      <p className="account-legend" aria-hidden="true">
        {bucket
          ? fill(words.at, {
              period: periodWords(usage.by, bucket.start, labels, format),
              balance: format.whole(bucket.balance),
              used: format.whole(bucket.used),
            })
          : null}
      </p>
      <div className="account-plot" aria-hidden="true">
        <Fallback to={null}>
          <Suspense fallback={<p className="text-soft">{words.loading}</p>}>
            <Plot
              buckets={buckets}
              by={usage.by}
              labels={words}
              format={format}
              onPlace={setPlace}
            />
          </Suspense>
        </Fallback>
      </div>
      <button
        type="button"
        className="text-link"
        aria-expanded={isTableShown}
        aria-controls={tableId}
        onClick={() => setTableShown(!isTableShown)}
      >
        {isTableShown ? words.hideTable : words.showTable}
      </button>
      <section
        id={tableId}
        aria-label={words.caption}
        className={isTableShown ? 'account-usage-table' : 'sr-only'}
        // What scrolls has to be reached by keyboard.
        tabIndex={isTableShown ? 0 : -1}
      >
        <UsageTable
          buckets={buckets}
          labels={words}
          format={format}
          periodOf={(start) => periodWords(usage.by, start, labels, format)}
        />
      </section>
    </>
  );
}

function periodWords(
  by: UsagePeriod,
  start: string,
  { usage }: AccountLabels,
  format: Formats,
): string {
  const date = format.period(by, start, 'long');
  return by === 'week' ? fill(usage.weekOf, { date }) : date;
}
