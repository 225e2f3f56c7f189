import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { call } from '../../client/api/call.ts';
import type { Formats } from '../../client/formats.ts';
import {
  readUsage,
  type UsageBucket,
  type UsagePeriod,
  type Usage as UsageReply,
  usagePeriods,
} from '../../contract/usage.ts';
import { fill } from '../../i18n/fill.ts';
import { TextButton } from '../shared/buttons.tsx';
import { Empty } from '../shared/Empty.tsx';
import { ErrorBoundary } from '../shared/ErrorBoundary.tsx';
import { useInView } from '../shared/use-in-view.ts';
import { useQuery } from '../shared/use-query.ts';
import type { AccountLabels, SectionProps } from './account-props.ts';
import { Choice, QueryView, Section, TableHead } from './Section.tsx';
import { Uses } from './Uses.tsx';
import './Usage.css';

const Plot = lazy(() => import('./Plot.tsx'));

interface UsageProps extends SectionProps {
  readonly fileName: string;
  /** The usage is fetched again when this changes. */
  readonly queryKey: unknown;
}

/** Balance and usage over time. The figures and the plot are fetched when they come into view. */
export function Usage(props: UsageProps) {
  const { id, labels } = props;
  const [by, setBy] = useState<UsagePeriod>('day');
  const [element, isInView] = useInView<HTMLDivElement>();
  return (
    <Section
      id={id}
      title={labels.usage.title}
      aside={
        <Choice
          label={labels.usage.per}
          names={usagePeriods}
          chosen={by}
          texts={labels.usage}
          onChoose={setBy}
        />
      }
    >
      <div ref={element} className="account-usage">
        {isInView ? <UsageQuery {...props} by={by} /> : null}
      </div>
      {isInView ? <Uses {...props} /> : null}
    </Section>
  );
}

function UsageQuery(props: UsageProps & { readonly by: UsagePeriod }) {
  const { by, queryKey, labels } = props;
  const fetchUsage = useCallback(
    (signal: AbortSignal) => call(readUsage, { query: { by }, signal }),
    [by],
  );
  const query = useQuery(fetchUsage, queryKey);
  return (
    <QueryView query={query} labels={labels}>
      {(usage) =>
        isEmpty(usage) ? <Empty text={labels.usage.empty} /> : <Figures {...props} usage={usage} />
      }
    </QueryView>
  );
}

type FiguresProps = SectionProps & { readonly usage: UsageReply };

/** The plot, its values at the pointer, and the same figures in a table, for everybody to read. */
function Figures(props: FiguresProps) {
  const { id, labels, format, usage } = props;
  const [isTableShown, setTableShown] = useState(false);
  const [pointed, setPointed] = useState<number>();
  const { usage: texts } = labels;
  // The same array for the same reply: another one makes the plot draw again.
  const buckets = useMemo(() => shownBuckets(usage), [usage]);
  const bucket = buckets[pointed ?? buckets.length - 1] ?? buckets.at(-1);
  const tableId = `${id}-table`;
  return (
    <>
      <p className="account-legend" aria-hidden="true">
        {bucket
          ? fill(texts.at, {
              period: periodText(usage.by, bucket.start, labels, format),
              balance: format.whole(bucket.balance),
              used: format.whole(bucket.used),
            })
          : null}
      </p>
      <div className="account-plot" aria-hidden="true">
        <ErrorBoundary fallback={null}>
          <Suspense fallback={<p className="text-soft">{texts.loading}</p>}>
            <Plot
              buckets={buckets}
              by={usage.by}
              labels={texts}
              format={format}
              onPoint={setPointed}
            />
          </Suspense>
        </ErrorBoundary>
      </div>
      <TextButton
        aria-expanded={isTableShown}
        aria-controls={tableId}
        onClick={() => setTableShown(!isTableShown)}
      >
        {isTableShown ? texts.hideTable : texts.showTable}
      </TextButton>
      <section
        id={tableId}
        aria-label={texts.caption}
        className={isTableShown ? 'account-usage-table' : 'sr-only'}
        // Keyboard users must reach an element that scrolls.
        tabIndex={isTableShown ? 0 : -1}
      >
        <UsageTable {...props} buckets={buckets} />
      </section>
    </>
  );
}

function periodText(
  by: UsagePeriod,
  start: string,
  { usage }: AccountLabels,
  format: Formats,
): string {
  const date = format.period(by, start, 'long');
  return by === 'week' ? fill(usage.weekOf, { date }) : date;
}

const columns = ['balance', 'used', 'added', 'expired', 'refunded'] as const;

/** Balance and usage in figures, the newest first. */
function UsageTable({
  buckets,
  labels,
  format,
  usage: { by },
}: FiguresProps & { readonly buckets: readonly UsageBucket[] }) {
  const { usage: texts } = labels;
  return (
    <table className="account-figure-table">
      <caption className="sr-only">{texts.caption}</caption>
      <TableHead columns={[texts.period, ...columns.map((column) => texts[column])]} />
      <tbody>
        {buckets.toReversed().map((bucket) => (
          <tr key={bucket.start}>
            <th scope="row">{periodText(by, bucket.start, labels, format)}</th>
            {columns.map((column) => (
              <td key={column}>{format.whole(bucket[column])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The fewest periods that are shown, so that the first balance of a new account is a step. */
const minShown = 3;

/** The periods to show: without those before the first activity, unless too few are left. */
export function shownBuckets({ buckets }: UsageReply): readonly UsageBucket[] {
  const first = buckets.findIndex((bucket) => !isIdle(bucket));
  const last = buckets.length - minShown;
  return buckets.slice(Math.max(0, Math.min(first === -1 ? last : first, last)));
}

/** Whether there is nothing to show: the wallet never had credits. */
export function isEmpty({ buckets }: UsageReply): boolean {
  return buckets.every(isIdle);
}

function isIdle({ used, added, expired, refunded, balance }: UsageBucket): boolean {
  return [used, added, expired, refunded, balance].every((credits) => credits === 0);
}
