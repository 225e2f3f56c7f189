import { Fragment, useEffect, useRef } from 'react';
import type { Failure } from '../../client/api/call-result.ts';
import { failureMessage } from '../../client/failure-message.ts';
import type { FinishedRun, FlowOffer } from '../../contract/flows.ts';
import type { ProblemCode } from '../../contract/problem.ts';
import { fill } from '../../i18n/fill.ts';
import type { FlowFormats, FlowsLabels, PageProps } from './formats.ts';
import { ItemStates, RunResult } from './RunResult.tsx';
import { isFinal } from './submission.ts';
import type { RunState } from './use-run.ts';
import './RunOutcome.css';

interface OutcomeProps extends PageProps {
  readonly flow: FlowOffer;
  readonly state: RunState;
  /** The credits of a newcomer, before the first run. */
  readonly firstCredits?: number | undefined;
  /** The price of the run, in credits, where that is known. */
  readonly price?: number | undefined;
}

/** The outcome of the latest run: nothing yet, or a result and what it cost. */
export function RunOutcome({ state, ...props }: OutcomeProps) {
  const { flow, labels, format } = props;
  const title = useRef<HTMLHeadingElement>(null);
  const run = state.status === 'done' ? state.run : undefined;
  const isCancelled = state.status === 'cancelled';
  useEffect(() => {
    // Moves the focus of a user who waits, also from a button that is gone, but not while typing.
    const isTyping = document.activeElement?.matches('input, textarea') ?? false;
    if ((run || isCancelled) && !isTyping) show(title.current);
  }, [run, isCancelled]);
  return (
    <section
      aria-labelledby={`${flow.id}-result`}
      className="flows-outcome"
      data-state={state.status}
    >
      <h3 ref={title} id={`${flow.id}-result`} tabIndex={-1}>
        {labels.result.title}
      </h3>
      <p role="status" className="flows-said">
        {statusMessage(state, labels, format)}
      </p>
      <FirstLines {...props} state={state} />
      {state.status === 'uploading' || state.status === 'running' ? (
        <ItemStates state={state} labels={labels} />
      ) : null}
      {state.status === 'running' ? (
        <Preview preview={state.progress?.steps?.preview} labels={labels} />
      ) : null}
      {state.status === 'done' ? (
        <RunResult {...props} run={state.run} draft={state.draft} />
      ) : null}
      {state.status === 'idle' || state.status === 'failed' ? (
        <p className="small">{labels.result.empty}</p>
      ) : null}
    </section>
  );
}

interface PreviewProps extends Pick<PageProps, 'labels'> {
  /** A WebP in base64, once the first part of a picture is done. */
  readonly preview: string | undefined;
}

function Preview({ preview, labels }: PreviewProps) {
  if (preview === undefined) return null;
  return (
    <figure className="flows-first">
      <img src={`data:image/webp;base64,${preview}`} alt="" />
      <figcaption className="small">{labels.run.preview}</figcaption>
    </figure>
  );
}

/** The credits that can be spent after a run; a page is always told. */
function availableIn({ available = 0 }: FinishedRun): number {
  return available;
}

/** The first lines of somebody's ledger, which write themselves while the first run works. */
function FirstLines({ flow, labels, format, state, firstCredits = 0, price }: OutcomeProps) {
  const { status } = state;
  const credits = status === 'done' ? state.run.credits : price;
  const isSecond = status === 'done' && availableIn(state.run) + state.run.credits !== firstCredits;
  if (firstCredits === 0 || isSecond) return null;
  const { granted, held, left } = labels.firstLines;
  const isOpen = status === 'running' || status === 'cancelling';
  return (
    <dl className="flows-slip">
      <dt>{granted}</dt>
      <dd>+{format.whole(firstCredits)}</dd>
      {credits !== undefined && (isOpen || status === 'done') ? (
        <Fragment key={status}>
          <dt>{isOpen ? fill(held, { name: flow.name }) : flow.name}</dt>
          <dd>−{format.whole(credits)}</dd>
        </Fragment>
      ) : null}
      {status === 'done' ? (
        <>
          <dt>{left}</dt>
          <dd>{format.whole(availableIn(state.run))}</dd>
        </>
      ) : null}
    </dl>
  );
}

/** Focuses a heading. A heading that stands low, as on a phone, comes up, so that what follows it is seen. */
function show(heading: HTMLElement | null): void {
  heading?.focus({ preventScroll: true });
  const { top = 0 } = heading?.getBoundingClientRect() ?? {};
  if (top < 0 || top > innerHeight / 2) heading?.scrollIntoView();
}

/** Why a run failed and what it cost, beside the button that was pressed. */
export function RunFailure({
  state,
  labels,
  format,
  onGoOn,
  price,
}: Pick<PageProps, 'labels' | 'format'> & {
  readonly state: Failed;
  /** Runs the flow on what can be read of its input; absent where it is no longer that of the form. */
  readonly onGoOn?: (() => void) | undefined;
  /** The price of that, in credits. */
  readonly price: number | undefined;
}) {
  const code = codeOf(state);
  return (
    <>
      <p role="alert" className="flows-failed" data-code={code}>
        {failedMessage(state, labels, format)}
      </p>
      {onGoOn && price !== undefined && code === partlyRead ? (
        <button type="button" className="button quiet" onClick={onGoOn}>
          {fill(labels.run.goOn, { credits: format.credits(price) })}
        </button>
      ) : null}
    </>
  );
}

type Failed = Extract<RunState, { status: 'failed' }>;

/** Refuses an input of which much cannot be read. */
const partlyRead = 'input_partly_read' satisfies ProblemCode;

/** The shortest time that is shown: no run takes 0 seconds. */
const minSeconds = 0.1;

function statusMessage(
  state: RunState,
  { run, failures }: FlowsLabels,
  format: FlowFormats,
): string | null {
  switch (state.status) {
    case 'uploading':
      return run.uploading;
    case 'running':
      return run.running;
    case 'cancelling':
      return run.cancelling;
    case 'cancelled':
      return failures.run_cancelled;
    case 'done':
      return fill(run.done, {
        seconds: format.tenths(Math.max(minSeconds, state.durationMs / 1_000)),
        credits: format.credits(state.run.credits),
        available: format.credits(availableIn(state.run)),
      });
    default:
      return null;
  }
}

/** The code of a refusal. */
function codeOf({ failure }: Failed): string | undefined {
  return failure.kind === 'refused' ? failure.problem.code : undefined;
}

function failedMessage(state: Failed, labels: FlowsLabels, format: FlowFormats): string {
  const { failure } = state;
  if (failure.kind === 'no_room') return labels.failures.upload_no_room;
  if ('isUpload' in state && failure.kind !== 'refused') return labels.failures.upload_failed;
  return outcomeMessage(failure, labels, format);
}

/** The message of a failed run; when the price has changed, with the new price. */
function outcomeMessage(failure: Failure, labels: FlowsLabels, format: FlowFormats): string {
  if (failure.kind === 'refused' && failure.problem.credits !== undefined) {
    return fill(labels.run.repriced, { credits: format.credits(failure.problem.credits) });
  }
  return runFailureMessage(failure, labels);
}

/** Codes that have the message of another code. */
const sameMessage: Readonly<Record<string, string>> = {
  access_token_invalid: 'session_required',
  timed_out: 'temporarily_unavailable',
};

/** For these codes the flow itself explains what is wrong, in the user's language. */
const explainedByFlow = [
  'input_invalid',
  'input_refused',
  partlyRead,
] as const satisfies readonly ProblemCode[];

/** Says what to do, and that nothing was charged, or that nothing will be charged twice. */
export function runFailureMessage(failure: Failure, labels: Pick<FlowsLabels, 'failures'>): string {
  if (failure.kind === 'refused' && explainedByFlow.some((code) => code === failure.problem.code)) {
    if (failure.problem.detail !== '') return failure.problem.detail;
  }
  return failureMessage(failure, labels, (refusal) => {
    const code = sameMessage[refusal.problem.code] ?? refusal.problem.code;
    return isFinal(refusal) && !Object.hasOwn(labels.failures, code) ? 'over' : code;
  });
}
