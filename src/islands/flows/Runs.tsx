import BoltIcon from '@heroicons/react/24/outline/BoltIcon';
import DocumentTextIcon from '@heroicons/react/24/outline/DocumentTextIcon';
import PhotoIcon from '@heroicons/react/24/outline/PhotoIcon';
import RectangleGroupIcon from '@heroicons/react/24/outline/RectangleGroupIcon';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import type { Failure } from '../../client/api/call-result.ts';
import { pageSession } from '../../client/state/session-store.ts';
import {
  type FlowOffer,
  listRuns,
  type OwnRun,
  type RunSummary,
  readRun,
  runKeptDays,
} from '../../contract/flows.ts';
import { fill } from '../../i18n/fill.ts';
import { LoadMore, RetryAlert, TextButton } from '../shared/buttons.tsx';
import { Empty } from '../shared/Empty.tsx';
import { useInView } from '../shared/use-in-view.ts';
import { type RowProps, usePagedQuery } from '../shared/use-paged-query.ts';
import { type Query, useQuery } from '../shared/use-query.ts';
import { useObjectUrl } from './file-hooks.ts';
import type { FlowsLabels, PageProps } from './formats.ts';
import { RunResult } from './RunResult.tsx';
import { ShareLink } from './ShareLink.tsx';
import { isRefusedAs } from './submission.ts';
import './Runs.css';

interface RunsProps extends PageProps {
  readonly flows: readonly FlowOffer[];
  /** The list is fetched again when this changes. */
  readonly queryKey: unknown;
  /** Called when the user has no runs. */
  readonly onNone: () => void;
  /** Called with a run whose form shall be filled in again. */
  readonly onAgain: (run: OwnRun) => void;
}

/** The first pause between requests for the list while a run is running, in milliseconds. */
const pauseMs = 2_500;
/** Each pause is so much longer than the one before, up to half a minute. */
const growth = 1.05;
const maxPauseMs = 30_000;

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
  const hasNone = first.value !== undefined && !first.failure && items.length === 0;
  const onNone = useRef(props.onNone);
  useEffect(() => {
    if (hasNone) onNone.current();
  }, [hasNone]);
  usePolling(items.some(({ status }) => status === 'running') ? first : undefined);
  return (
    <section aria-labelledby={id} className="part flows-runs" aria-busy={first.isBusy}>
      <h2 id={id}>{runs.title}</h2>
      {items.length > 0 ? <p className="small">{fill(runs.lead, { days: runKeptDays })}</p> : null}
      {first.failure ? (
        <RetryAlert
          query={first}
          labels={labels}
          message={items.length > 0 ? runs.stale : undefined}
          className="flows-failed"
        />
      ) : null}
      {hasNone ? <Empty text={runs.empty} /> : null}
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
  const { run, flows, labels, format } = props;
  const { runs } = labels;
  const rowId = `run-${run.id}`;
  // An entry of the ledger leads to its run by this address.
  const [isNamed] = useState(() => location.hash === `#${rowId}`);
  const [isOpen, setOpen] = useState(isNamed);
  useEffect(() => {
    if (isNamed) document.getElementById(rowId)?.scrollIntoView();
  }, [isNamed, rowId]);
  const resultId = useId();
  const flow = flows.find(({ id }) => id === run.flow);
  const { name } = flow ?? { name: run.flow };
  const { title = name, startedAt, status } = run;
  const time = format.moment(startedAt);
  const values = { flow: title === name ? name : `${name} ${title}`, time };
  return (
    <li id={rowId} className="flows-run" data-open={isOpen} {...rowProps}>
      <Likeness {...props} />
      <div className="flows-run-name">
        {status === 'succeeded' ? (
          <TextButton
            aria-expanded={isOpen}
            aria-controls={resultId}
            aria-label={fill(isOpen ? runs.closeOf : runs.openOf, values)}
            onClick={() => setOpen(!isOpen)}
          >
            <bdi className="flows-run-title">{title}</bdi>
          </TextButton>
        ) : (
          <bdi className="flows-run-title">{title}</bdi>
        )}
        <p className="small">
          {title === name ? null : `${name} · `}
          <time dateTime={startedAt} title={format.utc(startedAt)}>
            {time}
          </time>
          {status === 'failed' ? ` · ${failureReason(run.code, labels)}` : null}
        </p>
      </div>
      <span className="state" data-state={status}>
        {runs.states[status]}
      </span>
      <span className="flows-run-cost">
        {run.code === undefined ? format.credits(run.credits) : runs.free}
      </span>
      <div className="flows-run-again">
        {flow && status !== 'running' ? (
          <Again {...props} name={fill(runs.againOf, values)} />
        ) : null}
      </div>
      <div id={resultId} className="flows-run-result">
        {isOpen ? <StoredResult {...props} /> : null}
      </div>
    </li>
  );
}

const icons: Readonly<Record<string, typeof BoltIcon>> = {
  'social-card': RectangleGroupIcon,
  'image-shrink': PhotoIcon,
  'document-digest': DocumentTextIcon,
};

/** The smallest picture of a result, once it is in view; else what stands for the flow. */
function Likeness(props: RunProps) {
  const { flow, picture } = props.run;
  const [element, isInView] = useInView<HTMLSpanElement>();
  const Icon = icons[flow] ?? BoltIcon;
  return (
    <span ref={element} className="flows-run-likeness">
      <Icon aria-hidden="true" />
      {picture && isInView ? <Thumbnail {...props} picture={picture} /> : null}
    </span>
  );
}

function Thumbnail({ api, run, picture }: RunProps & { readonly picture: string }) {
  const fetchFile = useCallback(
    (signal: AbortSignal) => api.file(run.id, picture, signal),
    [api, run.id, picture],
  );
  const url = useObjectUrl(useQuery(fetchFile, undefined).value);
  // The title beside it says whose picture it is.
  return url ? <img src={url} alt="" /> : null;
}

/** Fetches what was given to a run, and fills it in again. */
function Again({ api, run, labels, onAgain, name }: RunProps & { readonly name: string }) {
  const [message, setMessage] = useState<string>();
  const [isWaiting, setWaiting] = useState(false);
  const again = async () => {
    setWaiting(true);
    const read = await api.call(readRun, { params: { id: run.id } });
    setWaiting(false);
    if (read.ok && read.value.input) return onAgain(read.value);
    setMessage(read.ok || isGone(read) ? labels.runs.inputGone : labels.partFailed);
  };
  return (
    <>
      <TextButton aria-label={name} isWaiting={isWaiting} onClick={() => void again()}>
        {labels.runs.again}
      </TextButton>
      <span role="status" className="small">
        {message}
      </span>
    </>
  );
}

/** The result of an earlier run. */
function StoredResult(props: RunProps) {
  const { api, run, labels } = props;
  const fetchRun = useCallback(
    (signal: AbortSignal) => api.call(readRun, { params: { id: run.id }, signal }),
    [api, run.id],
  );
  const query = useQuery(fetchRun, undefined);
  const { value, failure } = query;
  if (value && value.result.length > 0) {
    return (
      <>
        <RunResult {...props} run={value} />
        <ShareLink {...props} run={value} />
      </>
    );
  }
  if (value) return <p className="small">{labels.runs.gone}</p>;
  if (!failure) return <p className="small">{labels.result.waiting}</p>;
  return isGone(failure) ? (
    <p role="alert" className="flows-failed">
      {labels.runs.gone}
    </p>
  ) : (
    <RetryAlert query={query} labels={labels} className="flows-failed" />
  );
}

function isGone(failure: Failure): boolean {
  return isRefusedAs(failure, 'run_not_found');
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
 * Fetches the list again while one of its runs is running, less and less often. The cost of a run is
 * known when it has ended, so the session is refreshed then.
 * @param query the list's first page while a run is running, otherwise `undefined`
 */
function usePolling(query: Pick<Query<unknown>, 'refetch' | 'isBusy'> | undefined): void {
  const refetches = useRef(0);
  const { refetch, isBusy = false } = query ?? {};
  useEffect(() => {
    if (!refetch || isBusy) return;
    const nextMs = Math.min(maxPauseMs, pauseMs * growth ** refetches.current);
    const timer = setTimeout(() => {
      refetches.current += 1;
      refetch();
    }, nextMs);
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
