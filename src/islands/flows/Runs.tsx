import { useCallback, useEffect, useId, useRef, useState } from 'react';
import type { FlowsApi } from '../../client/api/flows-api.ts';
import { pageSession } from '../../client/state/page-session.ts';
import {
  type FlowOffer,
  listRuns,
  type RunSummary,
  readRun,
  runKeptDays,
} from '../../contract/flows.ts';
import { fill } from '../../i18n/fill.ts';
import { More } from '../shared/More.tsx';
import type { RowProps } from '../shared/use-new-row.ts';
import { usePagedQuery } from '../shared/use-paged-query.ts';
import { type Query, useQuery } from '../shared/use-query.ts';
import { Failed } from './Failed.tsx';
import { reasonWords } from './failure-words.ts';
import type { FlowFormats } from './formats.ts';
import type { FlowsLabels } from './labels.ts';
import { Result } from './Result.tsx';

interface RunsProps {
  readonly api: FlowsApi;
  readonly labels: FlowsLabels;
  readonly format: FlowFormats;
  readonly fileName: string;
  readonly flows: readonly FlowOffer[];
  /** Asked for anew when this changes. */
  readonly since: unknown;
}

/** While a run goes on, the list is asked for again after this, in milliseconds, so many times. */
const pauseMs = 2_500;
const maxQuestions = 24;

/** What was run before, the newest first: what it cost, and its result as long as that is kept. */
export function Runs(props: RunsProps) {
  const { api, labels, since } = props;
  const { runs } = labels;
  const id = useId();
  const question = useCallback(
    async (signal: AbortSignal, cursor?: string) => {
      const outcome = await api.call(listRuns, { query: { cursor }, signal });
      if (!outcome.ok) return outcome;
      const { runs: items, next } = outcome.value;
      return { ok: true as const, value: { items, next } };
    },
    [api],
  );
  const pages = usePagedQuery(question, since);
  const { first, items, addingFailure } = pages;
  useFollowed(items.some(({ status }) => status === 'running') ? first : undefined);
  return (
    <section aria-labelledby={id} className="flows-runs" aria-busy={first.isBusy}>
      <h2 id={id}>{runs.title}</h2>
      {items.length > 0 ? (
        <p className="flows-small">{fill(runs.lead, { days: runKeptDays })}</p>
      ) : null}
      {first.failure ? <Failed words={labels.partFailed} asked={first} labels={labels} /> : null}
      {first.value && items.length === 0 ? <p className="flows-small">{runs.empty}</p> : null}
      {!first.value && !first.failure ? <p className="flows-small">{labels.loading}</p> : null}
      {items.length > 0 ? (
        <ul className="lines">
          {items.map((run, place) => (
            <Row key={run.id} {...props} run={run} rowProps={pages.rowProps(place)} />
          ))}
        </ul>
      ) : null}
      <More
        pages={pages}
        label={runs.more}
        failed={addingFailure && labels.partFailed}
        className="flows-more"
      />
    </section>
  );
}

function Row({
  rowProps,
  ...props
}: RunsProps & { readonly run: RunSummary; readonly rowProps: RowProps }) {
  const { run, flows, labels, format } = props;
  const { runs } = labels;
  const [isOpen, setOpen] = useState(false);
  const place = useId();
  const name = flows.find(({ id }) => id === run.flow)?.name ?? run.flow;
  const time = format.moment(run.startedAt);
  return (
    <li className="flows-run" data-status={run.status} {...rowProps}>
      <p className="flows-run-name">
        <b>{name}</b>
        <time dateTime={run.startedAt} title={format.utc(run.startedAt)} className="flows-small">
          {time}
        </time>
      </p>
      <p className="flows-run-state">
        <span className="flows-state">{runs.states[run.status]}</span>
        {run.status === 'failed' ? (
          <span className="flows-small">{reasonWords(run.code, labels)}</span>
        ) : null}
      </p>
      <p className="flows-run-cost">
        {run.status === 'failed' ? runs.free : format.credits(run.credits)}
      </p>
      {run.status === 'succeeded' ? (
        <p className="flows-run-open">
          <button
            type="button"
            className="text-link"
            aria-expanded={isOpen}
            aria-controls={place}
            aria-label={fill(isOpen ? runs.closeOf : runs.openOf, { flow: name, time })}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? runs.close : runs.open}
          </button>
        </p>
      ) : null}
      <div id={place} className="flows-run-result">
        {isOpen ? <KeptResult {...props} /> : null}
      </div>
    </li>
  );
}

/** The result of an earlier run. */
function KeptResult(props: RunsProps & { readonly run: RunSummary }) {
  const { api, run, labels } = props;
  const question = useCallback(
    (signal: AbortSignal) => api.call(readRun, { params: { id: run.id }, signal }),
    [api, run.id],
  );
  const asked = useQuery(question, undefined);
  const { value, failure } = asked;
  if (value) {
    const isGone = value.result.length === 0;
    return isGone ? (
      <p className="flows-small">{labels.runs.gone}</p>
    ) : (
      <Result {...props} run={value} />
    );
  }
  if (!failure) return <p className="flows-small">{labels.result.waiting}</p>;
  const isGone = failure.reason === 'refused' && failure.problem.code === 'run_not_found';
  return isGone ? (
    <p role="alert" className="flows-failed">
      {labels.runs.gone}
    </p>
  ) : (
    <Failed words={labels.partFailed} asked={asked} labels={labels} />
  );
}

/**
 * Asks again and again while a run goes on that nobody waits for, up to `maxQuestions` times in a
 * row. What it has cost is known when it has ended.
 */
function useFollowed(list: Pick<Query<unknown>, 'again' | 'isBusy'> | undefined): void {
  const asked = useRef(0);
  const { again, isBusy = false } = list ?? {};
  useEffect(() => {
    if (!again || isBusy || asked.current >= maxQuestions) return;
    const timer = setTimeout(() => {
      asked.current += 1;
      again();
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [again, isBusy]);
  const isExpected = list !== undefined;
  useEffect(() => {
    if (!isExpected) return;
    return () => {
      asked.current = 0;
      void pageSession.refresh();
    };
  }, [isExpected]);
}
