import { type MouseEvent, useEffect, useState } from 'react';
import { pendingFlow } from '../../client/state/pending.ts';
import { accountPath } from '../../contract/checkout.ts';
import type { FlowOffer, RunProgress } from '../../contract/flows.ts';
import { localizedPath } from '../../contract/language.ts';
import type { User } from '../../contract/user.ts';
import { fill } from '../../i18n/fill.ts';
import { TextButton, WaitingButton } from '../shared/buttons.tsx';
import type { Draft } from './draft.ts';
import type { Field } from './form-fields.ts';
import type { PageProps } from './formats.ts';
import { RunFailure } from './RunOutcome.tsx';
import type { UploadProgress } from './upload-files.ts';
import type { FlowRun } from './use-run.ts';

interface StartProps extends PageProps {
  readonly flow: FlowOffer;
  readonly user: User;
  readonly fields: readonly Field[];
  readonly draft: Draft;
  readonly run: FlowRun;
  /** Whether the form has an example, and nothing of its user. */
  readonly isExample?: boolean;
  /** Runs the flow on what can be read of its input; absent where it is no longer that of the form. */
  readonly onGoOn?: (() => void) | undefined;
}

/** The button with the price, the progress of the run, why it failed, and a link to buy credits. */
export function StartButton(props: StartProps) {
  const { labels, format, draft, run, isExample = false } = props;
  const texts = labels.run;
  const { status } = run.state;
  const price = run.priceOf(draft);
  const isRunning = status === 'running' || status === 'cancelling';
  const isDone = status === 'done' && run.isSubmitted(draft);
  const label = () => {
    if (status === 'uploading') return texts.uploading;
    if (status === 'quoting') return texts.quoting;
    if (run.open === draft && !isRunning) return texts.again;
    if (price === undefined) return texts.quote;
    return fill(isExample ? texts.runExample : texts.run, { credits: format.credits(price) });
  };
  return (
    <div className="flows-start">
      <WaitingButton
        type="submit"
        className="button"
        isWaiting={!run.canStart(draft)}
        onClick={ignoreDoubleClick}
      >
        {label()}
      </WaitingButton>
      {isExample && status === 'idle' ? <p className="small">{texts.example}</p> : null}
      {isDone ? (
        <p className="small">
          {texts.unchanged}{' '}
          <TextButton
            onClick={({ currentTarget }) => {
              run.renew();
              focusStart(currentTarget);
            }}
          >
            {texts.rerun}
          </TextButton>
        </p>
      ) : null}
      {run.state.status === 'uploading' ? <Sending {...props} {...run.state} /> : null}
      {isRunning ? <Progress {...props} /> : null}
      {run.open && run.open !== draft && run.canStart(draft) ? (
        <Unanswered {...props} open={run.open} />
      ) : run.state.status === 'failed' ? (
        <RunFailure {...props} state={run.state} price={price} />
      ) : null}
      <Shortage {...props} price={price} />
    </div>
  );
}

/** The pressed button disappears: the focus moves to the one that starts a run. */
function focusStart({ form }: HTMLButtonElement): void {
  form?.querySelector<HTMLElement>('[type="submit"]')?.focus();
}

/** A double click that asks for the price must not also accept it before the user has read it. */
function ignoreDoubleClick(event: MouseEvent): void {
  if (event.detail > 1) event.preventDefault();
}

/** Says that the form is no longer that of the run without an answer, and fetches its result. */
function Unanswered({ labels: { run: texts }, run, open }: StartProps & { readonly open: Draft }) {
  return (
    <p role="alert" className="flows-failed">
      {texts.unanswered}{' '}
      <TextButton
        onClick={({ currentTarget }) => {
          void run.start(open, {});
          focusStart(currentTarget);
        }}
      >
        {texts.againFirst}
      </TextButton>
    </p>
  );
}

/** Shows how much of the files has been sent. */
function Sending({
  labels: { run: texts },
  format,
  run,
  sentBytes,
  totalBytes,
}: StartProps & UploadProgress) {
  const values = { sent: format.size(sentBytes), total: format.size(totalBytes) };
  return (
    <div className="flows-progress">
      <progress aria-label={texts.uploading} value={sentBytes} max={totalBytes} />
      <p>{fill(texts.sent, values)}</p>
      <p>
        <TextButton onClick={() => void run.cancel()}>{texts.cancel}</TextButton>{' '}
        <span className="small">{texts.cancelUploadHelp}</span>
      </p>
    </div>
  );
}

/** Shows how far the run is, where that is known, and how long it has taken so far. */
function Progress({ labels: { run: texts }, run: { state, cancel } }: StartProps) {
  const seconds = useSeconds();
  const {
    done,
    of,
    steps = { done: 0, of: 1 },
  } = (state.status === 'running' && state.progress) || nothingDone;
  const isKnown = of > 1 || steps.of > 1;
  const now = (at: typeof steps) => ({ now: Math.min(at.done + 1, at.of), of: at.of });
  const said = [
    of > 1 ? fill(texts.item, now({ done, of })) : '',
    steps.of > 1 ? fill(texts.step, now(steps)) : '',
  ];
  return (
    <div className="flows-progress">
      <progress
        aria-label={texts.running}
        max={of}
        value={isKnown ? done + steps.done / steps.of : undefined}
      />
      <p className="row flows-steps">
        <span aria-live="polite">{said.filter(Boolean).join(' · ') || texts.running}</span>
        <span aria-hidden="true">{fill(texts.elapsed, { seconds })}</span>
      </p>
      <p>
        <TextButton isWaiting={state.status === 'cancelling'} onClick={() => void cancel()}>
          {texts.cancel}
        </TextButton>{' '}
        <span className="small">{texts.cancelHelp}</span>
      </p>
    </div>
  );
}

/** How far a run is before its first answer. */
const nothingDone: RunProgress = { done: 0, of: 1, refused: [] };

/** The whole seconds since the component was mounted. */
function useSeconds(): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const startedAtMs = performance.now();
    const timer = setInterval(
      () => setSeconds(Math.floor((performance.now() - startedAtMs) / 1_000)),
      1_000,
    );
    return () => clearInterval(timer);
  }, []);
  return seconds;
}

/** Says how many credits are missing for a run, and links to the page that sells them. */
function Shortage(props: StartProps & { readonly price: number | undefined }) {
  const { flow, user, format, fields, draft, run, price = flow.credits } = props;
  const texts = props.labels.run;
  const { credits: available, trial } = user.app_metadata;
  const isWaiting = run.state.status === 'running' || run.isSubmitted(draft);
  if (available >= price || isWaiting) return null;
  const hasPicture = fields.some(({ kind }) => kind === 'picture');
  const values = { required: format.credits(price), available: format.credits(available) };
  return (
    <div className="flows-short">
      <p>{fill(texts.short, values)}</p>
      {user.email_verified ? null : <p>{texts.trialWaits}</p>}
      {trial === 'withheld' ? <p>{texts.trialWithheld}</p> : null}
      {trial === 'closed' ? <p>{texts.trialClosed}</p> : null}
      <p>
        <a
          href={localizedPath(accountPath('packs'), format.language)}
          className="button quiet"
          onClick={() => pendingFlow.write(flow.id)}
        >
          {texts.buy}
        </a>
      </p>
      <p className="small">{hasPicture ? texts.keepsNoPicture : texts.keepsText}</p>
    </div>
  );
}
