import { useEffect, useRef } from 'react';
import { fill } from '../../i18n/fill.ts';
import type { Draft } from './draft.ts';
import { runFailureWords } from './failure-words.ts';
import type { FlowFormats } from './formats.ts';
import type { FlowsLabels } from './labels.ts';
import { Result } from './Result.tsx';
import type { Running, RunState } from './use-run.ts';
import type { BenchProps } from './Workbench.tsx';

/** What the flow came to: nothing yet, a result, or why there is none and what it cost. */
export function Outcome(props: BenchProps & { readonly draft: Draft; readonly running: Running }) {
  const { flow, labels, format, running } = props;
  const { state } = running;
  const title = useRef<HTMLHeadingElement>(null);
  const run = state.is === 'done' ? state.run : undefined;
  const isLeft = state.is === 'left';
  useEffect(() => {
    // Who waits is led on, also from a button that is gone. Who goes on writing is not disturbed.
    const isWriting = document.activeElement?.matches('input, textarea') ?? false;
    if ((run || isLeft) && !isWriting) title.current?.focus();
  }, [run, isLeft]);
  return (
    <section aria-labelledby={`${flow.id}-result`} className="flows-outcome" data-state={state.is}>
      <h3 ref={title} id={`${flow.id}-result`} tabIndex={-1}>
        {labels.result.title}
      </h3>
      <p role="status" className="flows-said">
        {said(state, labels, format)}
      </p>
      {state.is === 'failed' ? (
        <p role="alert" className="flows-failed" data-code={codeOf(state)}>
          {failedWords(state, labels, format)}
        </p>
      ) : null}
      {run ? <Result {...props} run={run} /> : null}
      {isStill(state) ? <p className="flows-small">{labels.result.empty}</p> : null}
    </section>
  );
}

/** No run takes no time at all. */
const leastSeconds = 0.1;

function said(state: RunState, { run }: FlowsLabels, format: FlowFormats): string | null {
  switch (state.is) {
    case 'running':
      return run.running;
    case 'left':
      return run.stopped;
    case 'done':
      return fill(run.done, {
        seconds: format.tenths(Math.max(leastSeconds, state.tookMs / 1_000)),
        credits: format.credits(state.run.credits),
        available: format.credits(state.run.available),
      });
    default:
      return null;
  }
}

/** Whether nothing has been run: nothing was asked for, or there are not enough credits for it. */
function isStill(state: RunState): boolean {
  return state.is === 'idle' || codeOf(state) === 'credits_insufficient';
}

/** The code of a refusal. */
function codeOf(state: RunState): string | undefined {
  if (state.is !== 'failed' || state.failure.reason !== 'refused') return undefined;
  return state.failure.problem.code;
}

/** A price that has changed, and what is missing, are said with their numbers. */
function failedWords(
  { failure }: Extract<RunState, { is: 'failed' }>,
  labels: FlowsLabels,
  format: FlowFormats,
): string {
  if (failure.reason === 'refused' && failure.problem.credits !== undefined) {
    return fill(labels.run.repriced, { credits: format.credits(failure.problem.credits) });
  }
  return runFailureWords(failure, labels);
}
