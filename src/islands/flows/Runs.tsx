import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { useAsked } from '../../account/use-asked.ts';
import { usePages } from '../../account/use-pages.ts';
import type { FlowsApi } from '../../api/flows-api.ts';
import { type FlowOffer, type RunSummary, runKeptDays } from '../../contract/flows.ts';
import { reasonWords } from '../../flows/failure-words.ts';
import type { FlowFormats } from '../../flows/formats.ts';
import type { FlowsLabels } from '../../flows/labels.ts';
import { fill } from '../../i18n/fill.ts';
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
    async (cursor?: string) => {
      const outcome = await api.call('listRuns', { query: { cursor } });
      if (!outcome.ok) return outcome;
      const { runs: items, cursor: next = null } = outcome.value;
      return { ok: true as const, value: { items, next } };
    },
    [api],
  );
  const pages = usePages(question, since);
  const { first, items, more, isAdding, addingFailure } = pages;
  useRepeated(items.some(({ status }) => status === 'running') && !first.isBusy, first.again);
  return (
    <section aria-labelledby={id} className="flows-runs" aria-busy={first.isBusy}>
      <h2 id={id}>{runs.title}</h2>
      <p className="flows-small">{fill(runs.lead, { days: runKeptDays })}</p>
      {first.failure ? (
        <p role="alert" className="flows-failed">
          {labels.partFailed}{' '}
          <button type="button" className="text-link" disabled={first.isBusy} onClick={first.again}>
            {labels.retry}
          </button>
        </p>
      ) : null}
      {first.value && items.length === 0 ? <p className="flows-small">{runs.empty}</p> : null}
      {!first.value && !first.failure ? <p className="flows-small">{labels.loading}</p> : null}
      {items.length > 0 ? (
        <ul className="lines">
          {items.map((run) => (
            <Row key={run.id} {...props} run={run} />
          ))}
        </ul>
      ) : null}
      {more ? (
        <p className="flows-more">
          <button type="button" className="button quiet" disabled={isAdding} onClick={more}>
            {runs.more}
          </button>
          {addingFailure ? <span role="alert">{labels.partFailed}</span> : null}
        </p>
      ) : null}
    </section>
  );
}

function Row(props: RunsProps & { readonly run: RunSummary }) {
  const { run, flows, labels, format } = props;
  const { runs } = labels;
  const [isOpen, setOpen] = useState(false);
  const place = useId();
  const name = flows.find(({ id }) => id === run.flow)?.name ?? run.flow;
  const time = format.moment(run.startedAt);
  return (
    <li className="flows-run" data-status={run.status}>
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
            aria-label={isOpen ? undefined : fill(runs.openOf, { flow: name, time })}
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
    () => api.call('readRun', { params: { id: run.id } }),
    [api, run.id],
  );
  const { value, failure, isBusy, again } = useAsked(question, undefined);
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
  return (
    <p role="alert" className="flows-failed">
      {isGone ? labels.runs.gone : labels.partFailed}{' '}
      {isGone ? null : (
        <button type="button" className="text-link" disabled={isBusy} onClick={again}>
          {labels.retry}
        </button>
      )}
    </p>
  );
}

/** Asks again and again while something is expected, up to `maxQuestions` times in a row. */
function useRepeated(isExpected: boolean, ask: () => void): void {
  const asked = useRef(0);
  useEffect(() => {
    if (!isExpected || asked.current >= maxQuestions) return;
    const timer = setTimeout(() => {
      asked.current += 1;
      ask();
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [isExpected, ask]);
}
