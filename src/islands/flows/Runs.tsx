import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { pageSession } from '../../client/state/session-store.ts';
import {
  type FlowOffer,
  listRuns,
  type RunSummary,
  readRun,
  runKeptDays,
} from '../../contract/flows.ts';
import { fill } from '../../i18n/fill.ts';
import { LoadMore, RetryAlert, TextButton } from '../shared/buttons.tsx';
import { Empty } from '../shared/Empty.tsx';
import { type RowProps, usePagedQuery } from '../shared/use-paged-query.ts';
import { type Query, useQuery } from '../shared/use-query.ts';
import type { Draft } from './draft.ts';
import type { FlowsLabels, PageProps } from './formats.ts';
import { RunResult } from './RunResult.tsx';
import { keptTitle } from './run-titles.ts';
import './Runs.css';

interface RunsProps extends PageProps {
  readonly flows: readonly FlowOffer[];
  /** The list is fetched again when this changes. */
  readonly queryKey: unknown;
  /** The inputs of runs, by the runs' ids, while the page has them. */
  readonly given: ReadonlyMap<string, Draft>;
  readonly onAgain: (flow: string, draft: Draft) => void;
}

/** The pause between requests for the list while a run is running, in milliseconds. */
const pauseMs = 2_500;
/** How often the list is fetched again while a run is running. */
const maxRefetches = 24;

/** The user's runs, the newest first, with their costs, and their results until those are deleted. */
export function Runs(props: RunsProps) {
  const { api, labels, queryKey } = props;
  const { runs } = labels;
  const id = useId();
  const fetchPage = useCallback(
    async (signal: AbortSignal, cursor?: string) => {
      const result = await api.call(listRuns, { query: { cursor }, signal });
      if (!result.ok) return result;
      const { runs: items, next } = result.value;
      return { ok: true as const, value: { items, next } };
    },
    [api],
  );
  const list = usePagedQuery(fetchPage, queryKey);
  const { first, items, moreFailure } = list;
  usePolling(items.some(({ status }) => status === 'running') ? first : undefined);
  return (
    <section aria-labelledby={id} className="part flows-runs" aria-busy={first.isBusy}>
      <h2 id={id}>{runs.title}</h2>
      {items.length > 0 ? <p className="small">{fill(runs.lead, { days: runKeptDays })}</p> : null}
      {first.failure ? <RetryAlert query={first} labels={labels} className="flows-failed" /> : null}
      {first.value && items.length === 0 ? <Empty text={runs.empty} /> : null}
      {/* As high as what a first visitor sees then, so that nothing below moves. */}
      {!first.value && !first.failure ? <Empty text={labels.loading} /> : null}
      {items.length > 0 ? (
        <ul className="lines">
          {items.map((run, index) => (
            <Row key={run.id} {...props} run={run} rowProps={list.rowProps(index)} />
          ))}
        </ul>
      ) : null}
      <LoadMore list={list} label={runs.more} failure={moreFailure && labels.partFailed} />
    </section>
  );
}

type RunProps = RunsProps & { readonly run: RunSummary };

function Row({ rowProps, ...props }: RunProps & { readonly rowProps: RowProps }) {
  const { run, flows, labels, format, given, onAgain } = props;
  const { runs } = labels;
  const draft = given.get(run.id);
  const rowId = `run-${run.id}`;
  // An entry of the ledger leads to its run by this address.
  const [isNamed] = useState(() => location.hash === `#${rowId}`);
  const [isOpen, setOpen] = useState(isNamed);
  useEffect(() => {
    if (isNamed) document.getElementById(rowId)?.scrollIntoView();
  }, [isNamed, rowId]);
  const resultId = useId();
  const name = flows.find(({ id }) => id === run.flow)?.name ?? run.flow;
  const time = format.moment(run.startedAt);
  const title = keptTitle(run.id);
  const shown = title === undefined ? name : `${name} ${title}`;
  const heading = (
    <b>
      {/* With a space between them, as in the name of the button. */}
      {title === undefined ? name : `${name} `}
      {title === undefined ? null : <span className="flows-run-title">{title}</span>}
    </b>
  );
  return (
    <li id={rowId} className="flows-run" {...rowProps}>
      <p className="flows-run-name">
        {run.status === 'succeeded' ? (
          <TextButton
            aria-expanded={isOpen}
            aria-controls={resultId}
            aria-label={fill(isOpen ? runs.closeOf : runs.openOf, { flow: shown, time })}
            onClick={() => setOpen(!isOpen)}
          >
            {heading}
          </TextButton>
        ) : (
          heading
        )}
        <time dateTime={run.startedAt} title={format.utc(run.startedAt)} className="small">
          {time}
        </time>
      </p>
      <p className="flows-run-state">
        <span className="state" data-state={run.status}>
          {runs.states[run.status]}
        </span>
        {run.status === 'failed' ? (
          <span className="small">{failureReason(run.code, labels)}</span>
        ) : null}
      </p>
      <p className="flows-run-cost">
        {run.code === undefined ? format.credits(run.credits) : runs.free}
      </p>
      {draft ? (
        <p className="flows-run-again">
          <TextButton
            aria-label={fill(runs.againOf, { flow: shown, time })}
            onClick={() => onAgain(run.flow, draft)}
          >
            {runs.again}
          </TextButton>
        </p>
      ) : null}
      <div id={resultId} className="flows-run-result">
        {isOpen ? <StoredResult {...props} /> : null}
      </div>
    </li>
  );
}

/** The result of an earlier run. */
function StoredResult(props: RunProps) {
  const { api, run, labels, given } = props;
  const fetchRun = useCallback(
    (signal: AbortSignal) => api.call(readRun, { params: { id: run.id }, signal }),
    [api, run.id],
  );
  const query = useQuery(fetchRun, undefined);
  const { value, failure } = query;
  if (value) {
    const isGone = value.result.length === 0;
    return isGone ? (
      <p className="small">{labels.runs.gone}</p>
    ) : (
      <RunResult {...props} run={value} draft={given.get(run.id)} />
    );
  }
  if (!failure) return <p className="small">{labels.result.waiting}</p>;
  const isGone = failure.kind === 'refused' && failure.problem.code === 'run_not_found';
  return isGone ? (
    <p role="alert" className="flows-failed">
      {labels.runs.gone}
    </p>
  ) : (
    <RetryAlert query={query} labels={labels} className="flows-failed" />
  );
}

/** Why a run in the list has failed. */
export function failureReason(
  code: string | undefined,
  { runs }: Pick<FlowsLabels, 'runs'>,
): string {
  const reason = Object.entries(runs.reasons).find(([name]) => name === code)?.[1];
  return reason ?? runs.reasons.other;
}

/**
 * Fetches the list again while one of its runs is running, up to `maxRefetches` times in a row. The
 * cost of a run is known when it has ended, so the session is refreshed then.
 * @param query the list's first page while a run is running, otherwise `undefined`
 */
function usePolling(query: Pick<Query<unknown>, 'refetch' | 'isBusy'> | undefined): void {
  const refetches = useRef(0);
  const { refetch, isBusy = false } = query ?? {};
  useEffect(() => {
    if (!refetch || isBusy || refetches.current >= maxRefetches) return;
    const timer = setTimeout(() => {
      refetches.current += 1;
      refetch();
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [refetch, isBusy]);
  const isPolling = query !== undefined;
  useEffect(() => {
    if (!isPolling) return;
    return () => {
      refetches.current = 0;
      void pageSession.refresh();
    };
  }, [isPolling]);
}
