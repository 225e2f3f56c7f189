import { useCallback, useEffect, useRef, useState } from 'react';
import type { Failure } from '../../client/api/call-result.ts';
import type { FlowsApi } from '../../client/api/flows-api.ts';
import { isSignedOut } from '../../client/failure-message.ts';
import { pageSession } from '../../client/state/session-store.ts';
import {
  cancelRun,
  type FinishedRun,
  type FlowOffer,
  listRuns,
  longRunMs,
  quoteRun,
  type RunProgress,
  readRun,
  startRun,
} from '../../contract/flows.ts';
import type { ProblemCode } from '../../contract/problem.ts';
import { sessionChannel } from '../../contract/session.ts';
import { createUpload } from '../../contract/uploads.ts';
import { poll, wait } from '../shared/poll.ts';
import { type Draft, picturesIn } from './draft.ts';
import { isFinal, isRefusedAs, mayHaveBegun, type Submission, submit } from './submission.ts';
import {
  forgetUploads,
  putFile,
  type UploadFailure,
  type UploadPorts,
  type UploadProgress,
  uploadFiles,
} from './upload-files.ts';

/** The state of the latest submission. */
export type RunState =
  | { readonly status: 'idle' | 'quoting' | 'cancelling' | 'cancelled' }
  | {
      readonly status: 'running';
      readonly draft: Draft;
      /** How far the run has come. */
      readonly progress?: RunProgress;
    }
  | {
      readonly status: 'done';
      readonly run: FinishedRun;
      readonly durationMs: number;
      /** The input of the run. */
      readonly draft: Draft;
    }
  /** Large files are on their way. */
  | ({ readonly status: 'uploading'; readonly draft: Draft } & UploadProgress)
  | { readonly status: 'failed'; readonly failure: Failure; readonly draft: Draft }
  | { readonly status: 'failed'; readonly failure: UploadFailure; readonly isUpload: true };

/** The run of a flow: its price, its state, and how to start and cancel it. */
export interface FlowRun {
  readonly state: RunState;
  /** The price of a draft; `undefined` before the server has quoted it. */
  readonly priceOf: (draft: Draft) => number | undefined;
  /** Whether this draft was submitted, so that submitting it again is not charged again. */
  readonly isSubmitted: (draft: Draft) => boolean;
  /** The submitted draft, as long as it may have a result that did not arrive. */
  readonly open: Draft | undefined;
  /** False while a run is running, and once it is done: the same input has the same result. */
  readonly canStart: (draft: Draft) => boolean;
  /** Runs the flow, or fetches the price first. With `partial` it goes on with what can be read. */
  readonly start: (
    draft: Draft,
    input: Submission['input'],
    options?: { readonly partial: boolean },
  ) => Promise<void>;
  /** Fetches the price of a draft that is not known, without a word when that fails. */
  readonly ask: (draft: Draft, input: Submission['input'], signal: AbortSignal) => Promise<void>;
  /** Ends the upload, or the run, whose credits come back. */
  readonly cancel: () => Promise<void>;
  /** Forgets the submission of a draft, so that the same draft can run again. */
  readonly renew: () => void;
  /** Forgets why a run failed: the form is another one now. */
  readonly edit: () => void;
}

/** What was sent, and whether it may have a result that did not arrive. */
interface Sent {
  readonly draft: Draft;
  readonly submission: Submission;
  readonly isOpen: boolean;
}

/**
 * Runs a flow from a form. While the draft stays the same, every attempt sends the same submission
 * again. A new submission is only made for a changed draft, or after a final refusal.
 * @param onChange called when the list of runs has another run, or one has ended
 */
export function useRun(flow: FlowOffer, api: FlowsApi, onChange: () => void): FlowRun {
  const [state, setState] = useState<RunState>({ status: 'idle' });
  const [sent, setSent] = useState<Sent>();
  const waiting = useRef<AbortController>(null);
  /** The draft of which the user takes what can be read. */
  const partialDraft = useRef<Draft>(null);
  const { priceOf, setPrice } = usePrice(flow);
  const isSubmitted = (draft: Draft) => sent?.draft === draft;
  // After a change of user, a late reply must not set the new user's credits.
  useEffect(() => () => waiting.current?.abort(), []);

  /** The input with its files uploaded; `undefined` when that was cancelled or has failed. */
  const upload = async (draft: Draft, input: Submission['input']) => {
    waiting.current = new AbortController();
    const { signal } = waiting.current;
    const uploaded = await uploadWith(api, input, signal, (progress) => {
      setState({ status: 'uploading', draft, ...progress });
    });
    if (signal.aborted) return undefined;
    if (uploaded.ok) return uploaded.value;
    setState({ status: 'failed', failure: uploaded, isUpload: true });
    if (uploaded.kind === 'refused') applyRefusal(uploaded, () => undefined);
    return undefined;
  };

  const fail = (draft: Draft, failure: Failure) => {
    setState({ status: 'failed', failure, draft });
    applyRefusal(failure, (credits) => setPrice(draft, credits));
    if (goneCodes.some((code) => isRefusedAs(failure, code))) forgetUploads();
  };

  const edit = useCallback(
    () => setState((before) => (before.status === 'failed' ? { status: 'idle' } : before)),
    [],
  );

  const partialOf = (draft: Draft) =>
    partialDraft.current === draft ? { partial: true as const } : {};

  const quote = async (draft: Draft, input: Submission['input']) => {
    setState({ status: 'quoting' });
    const result = await api.call(quoteRun, {
      params: { id: flow.id },
      body: { input, ...partialOf(draft) },
    });
    if (!result.ok) return fail(draft, result);
    setPrice(draft, result.value.credits);
    setState({ status: 'idle' });
  };

  const ask: FlowRun['ask'] = async (draft, input, signal) => {
    const sent = { params: { id: flow.id }, body: { input }, signal };
    const result = await api.call(quoteRun, sent);
    if (result.ok && !signal.aborted) setPrice(draft, result.value.credits);
  };

  const run = async (begun: Sent) => {
    const { draft, submission } = begun;
    let { isOpen } = begun;
    waiting.current = new AbortController();
    const { signal } = waiting.current;
    const startedAtMs = performance.now();
    setSent(begun);
    setState({ status: 'running', draft });
    const onProgress = (progress: RunProgress) => {
      if (!signal.aborted) setState({ status: 'running', draft, progress });
    };
    const calls = callsOf(api, flow.id, onChange);
    const start: typeof calls.start = async (...asked) => {
      const answer = await calls.start(...asked);
      isOpen ||= mayHaveBegun(answer);
      return answer;
    };
    const result = await submit(submission, { ...calls, start, onProgress, wait, signal });
    if (signal.aborted) return;
    setSent(isFinal(result) ? undefined : { ...begun, isOpen: isOpen && !result.ok });
    if (result.ok) {
      const durationMs = performance.now() - startedAtMs;
      setState({ status: 'done', run: result.value, durationMs, draft });
      const { available } = result.value;
      if (available !== undefined) pageSession.setCredits(available);
      notifyTabs();
      if (durationMs >= longRunMs) void noteSeen(api, result.value.id, signal);
    } else fail(draft, result);
    onChange();
  };

  return {
    state,
    priceOf,
    isSubmitted,
    open: sent?.isOpen ? sent.draft : undefined,
    ask,
    canStart: (draft) =>
      !['uploading', 'quoting', 'running', 'cancelling'].includes(state.status) &&
      (state.status !== 'done' || !isSubmitted(draft)),
    start: async (draft, given, options) => {
      if (options?.partial) partialDraft.current = draft;
      if (sent?.draft === draft) return run(sent);
      const input = await upload(draft, given);
      if (!input) return;
      const credits = priceOf(draft);
      if (credits === undefined) return quote(draft, input);
      const submission = newSubmission(flow, { input, credits, ...partialOf(draft) });
      return run({ draft, submission, isOpen: false });
    },
    cancel: async () => {
      const { current } = waiting;
      if (state.status === 'uploading') {
        current?.abort();
        return setState({ status: 'cancelled' });
      }
      if (!current || !sent || state.status !== 'running') return;
      setState({ status: 'cancelling' });
      const isCancelled = await cancel(api, sent.submission, current.signal);
      if (!isCancelled || current.signal.aborted) return;
      current.abort();
      setSent(undefined);
      setState({ status: 'cancelled' });
      void pageSession.refresh();
      onChange();
    },
    renew: () => {
      setSent(undefined);
      setState({ status: 'idle' });
    },
    edit,
  };
}

function uploadWith(
  api: FlowsApi,
  input: Submission['input'],
  signal: AbortSignal,
  onProgress: UploadPorts['onProgress'],
) {
  return uploadFiles(input, {
    announce: (body) => api.call(createUpload, { body, signal }),
    put: putFile,
    nowMs: Date.now,
    onProgress: (progress) => {
      if (!signal.aborted) onProgress(progress);
    },
    signal,
  });
}

/** After these refusals the files of an input have to be uploaded anew. */
const goneCodes = [
  'upload_incomplete',
  'upload_not_found',
] as const satisfies readonly ProblemCode[];

/** How often a run is asked to end while it has not begun yet, and the pause between, in milliseconds. */
const maxCancellations = 30;
const cancelPauseMs = 1_000;

/**
 * Cancels the run of a submission, which may still wait for its turn.
 * @returns whether it is cancelled; a run that has ended otherwise answers its submission
 */
async function cancel(
  api: FlowsApi,
  { idempotencyKey }: Submission,
  signal: AbortSignal,
): Promise<boolean> {
  const result = await poll(
    () => api.call(cancelRun, { idempotencyKey, signal }),
    (answer, attempt) =>
      attempt < maxCancellations && isRefusedAs(answer, 'run_not_found')
        ? cancelPauseMs
        : undefined,
    { wait, signal },
  );
  return result.ok && result.value.code === 'run_cancelled';
}

/** The price on offer, or the server's latest quote for the draft. */
function usePrice(flow: FlowOffer) {
  const [quote, setQuote] = useState<{ readonly draft: Draft; readonly credits: number }>();
  const offered = flow.quoted ? undefined : flow.credits;
  return {
    priceOf: (draft: Draft) => {
      if (quote?.draft === draft) return quote.credits;
      // The items of a list are priced each; an empty form has the price of one.
      const items = flow.each === undefined ? 1 : Math.max(1, picturesIn(draft).length);
      return offered && offered * items;
    },
    setPrice: (draft: Draft, credits: number) => setQuote({ draft, credits }),
  };
}

function newSubmission(
  { id: flow }: FlowOffer,
  asked: Pick<Submission, 'input' | 'credits' | 'partial'>,
): Submission {
  return { flow, ...asked, idempotencyKey: crypto.randomUUID() };
}

/** Applies what a refusal says about the price, the balance and the session. */
function applyRefusal(failure: Failure, setPrice: (credits: number) => void): void {
  if (failure.kind !== 'refused') return;
  const { credits, available } = failure.problem;
  if (credits !== undefined) setPrice(credits);
  if (available !== undefined) pageSession.setCredits(available);
  if (isSignedOut(failure)) void pageSession.refresh();
}

/** The page learns the id of its run from the list, which is not refused before the run has begun. */
function callsOf(api: FlowsApi, flowId: string, onListed: () => void) {
  let id: string | undefined;
  return {
    start: ({ flow, idempotencyKey, ...body }: Submission, signal: AbortSignal) =>
      api.call(startRun, { params: { id: flow }, body, idempotencyKey, signal }),
    look: async (signal: AbortSignal) => {
      if (id === undefined) {
        id = await runningIdOf(api, flowId, signal);
        if (id === undefined) return undefined;
        onListed();
      }
      const run = await api.call(readRun, { params: { id }, signal });
      return run.ok ? run.value.progress : undefined;
    },
  };
}

/** The newest run of a flow that is running, if there is one. */
async function runningIdOf(api: FlowsApi, flow: string, signal: AbortSignal) {
  const list = await api.call(listRuns, { query: {}, signal });
  const runs = list.ok ? list.value.runs : [];
  return runs.find((run) => run.status === 'running' && run.flow === flow)?.id;
}

/** Reads a run that has ended, once somebody sees the page: no mail has to tell them. */
async function noteSeen(api: FlowsApi, id: string, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  if (document.visibilityState === 'visible') resolve(undefined);
  else document.addEventListener('visibilitychange', resolve, { once: true, signal });
  await promise;
  await api.call(readRun, { params: { id }, signal });
}

/** Makes all tabs of this browser, this one too, fetch the session (`start/session-sync.ts`). */
function notifyTabs(): void {
  const channel = new BroadcastChannel(sessionChannel);
  channel.postMessage('changed');
  channel.close();
}
