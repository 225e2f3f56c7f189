import { useEffect, useRef, useState } from 'react';
import type { FlowsApi } from '../../client/api/flows-api.ts';
import type { Failure } from '../../client/api/outcome.ts';
import { isSignedOut } from '../../client/failure-words.ts';
import { broadcastSession } from '../../client/state/broadcast-session.ts';
import { pageSession } from '../../client/state/page-session.ts';
import { wait } from '../../client/wait.ts';
import { type FinishedRun, type FlowOffer, quoteRun, startRun } from '../../contract/flows.ts';
import type { Draft } from './draft.ts';
import { isFinal, type Submission, submit } from './submission.ts';
import { type Price, usePrice } from './use-price.ts';

/** What has become of the latest press. */
export type RunState =
  | { readonly is: 'idle' | 'quoting' | 'running' | 'left' }
  | { readonly is: 'done'; readonly run: FinishedRun; readonly tookMs: number }
  | { readonly is: 'failed'; readonly failure: Failure };

/** A flow's run: what it costs, how it is started and left, and what has become of it. */
export interface Running {
  readonly state: RunState;
  readonly price: Price;
  /** Whether what was pressed for this input can be asked for again without another charge. */
  readonly isSent: (draft: Draft) => boolean;
  /** Not while it is under way, nor once it is done: the same input has the same result. */
  readonly canStart: (draft: Draft) => boolean;
  /** Runs the flow, or asks for the price first where that is not known. */
  readonly start: (draft: Draft, input: Submission['input']) => Promise<void>;
  /** Waits no longer. The run itself goes on. */
  readonly leave: () => void;
}

/**
 * Runs a flow from a form. A press is remembered as long as the form stays as it was, so that asking
 * again, for whatever reason, asks for the same run; only what is over makes room for a new one.
 * @param onChange is told when the list of runs has another one, or one that has ended
 */
export function useRun(flow: FlowOffer, api: FlowsApi, onChange: () => void): Running {
  const [state, setState] = useState<RunState>({ is: 'idle' });
  const [sent, setSent] = useState<{ readonly draft: Draft; readonly press: Submission }>();
  const leaving = useRef<AbortController>(null);
  const price = usePrice(flow);
  const isSent = (draft: Draft) => sent?.draft === draft;
  // Who comes after a user who is gone must not be shown the credits of that one.
  useEffect(() => () => leaving.current?.abort(), []);

  const fail = (draft: Draft, failure: Failure) => {
    setState({ is: 'failed', failure });
    if (isFinal(failure)) setSent(undefined);
    applyRefusal(failure, (credits) => price.learn(draft, credits));
  };

  const quote = async (draft: Draft, input: Submission['input']) => {
    setState({ is: 'quoting' });
    const outcome = await api.call(quoteRun, { params: { id: flow.id }, body: { input } });
    if (!outcome.ok) return fail(draft, outcome);
    price.learn(draft, outcome.value.credits);
    setState({ is: 'idle' });
  };

  const run = async (draft: Draft, press: Submission) => {
    const waiting = new AbortController();
    leaving.current = waiting;
    const startedAtMs = performance.now();
    setSent({ draft, press });
    setState({ is: 'running' });
    const outcome = await submit(press, { start: startWith(api), wait, signal: waiting.signal });
    if (waiting.signal.aborted) return;
    if (outcome.ok) {
      setState({ is: 'done', run: outcome.value, tookMs: performance.now() - startedAtMs });
      pageSession.setCredits(outcome.value.available);
      broadcastSession();
    } else fail(draft, outcome);
    onChange();
  };

  return {
    state,
    price,
    isSent,
    canStart: (draft) =>
      state.is !== 'running' && state.is !== 'quoting' && (state.is !== 'done' || !isSent(draft)),
    start: (draft, input) => {
      const credits = price.of(draft);
      if (credits === undefined) return quote(draft, input);
      return run(draft, sent?.draft === draft ? sent.press : newPress(flow, input, credits));
    },
    leave: () => {
      leaving.current?.abort();
      setState({ is: 'left' });
      onChange();
    },
  };
}

function newPress(
  { id: flow }: FlowOffer,
  input: Submission['input'],
  credits: number,
): Submission {
  return { flow, input, credits, idempotencyKey: crypto.randomUUID() };
}

/** Takes from a refusal what it says of prices, of credits and of who is signed in. */
function applyRefusal(failure: Failure, setPrice: (credits: number) => void): void {
  if (failure.reason !== 'refused') return;
  const { credits, available } = failure.problem;
  if (credits !== undefined) setPrice(credits);
  if (available !== undefined) pageSession.setCredits(available);
  if (isSignedOut(failure)) void pageSession.refresh();
}

function startWith(api: FlowsApi) {
  return ({ flow, input, credits, idempotencyKey }: Submission, signal: AbortSignal) =>
    api.call(startRun, {
      params: { id: flow },
      body: { input, credits },
      idempotencyKey,
      signal,
    });
}
