import { type MouseEvent, useEffect, useState } from 'react';
import { beginFlowTrip } from '../../client/state/pending-flow.ts';
import { accountAnchors } from '../../contract/checkout.ts';
import { localizedPath } from '../../contract/language.ts';
import { fill } from '../../i18n/fill.ts';
import type { Draft } from './draft.ts';
import type { Field } from './form-fields.ts';
import type { Running } from './use-run.ts';
import type { BenchProps } from './Workbench.tsx';

interface StartProps extends BenchProps {
  readonly fields: readonly Field[];
  readonly draft: Draft;
  readonly running: Running;
}

/** The button with the price on it, what shows while the flow runs, and a way to more credits. */
export function Start(props: StartProps) {
  const { labels, format, draft, running } = props;
  const { run } = labels;
  const { is } = running.state;
  const price = running.price.of(draft);
  const isDone = is === 'done' && running.isSent(draft);
  const label = () => {
    if (is === 'quoting') return run.quoting;
    if (running.isSent(draft) && is !== 'running' && !isDone) return run.again;
    return price === undefined ? run.quote : fill(run.run, { credits: format.credits(price) });
  };
  return (
    <div className="flows-start">
      {/* It stays focusable while it waits, so that nobody's place in the page is lost. */}
      <button
        type="submit"
        className="button"
        aria-disabled={!running.canStart(draft)}
        onClick={onlyOnce}
      >
        {label()}
      </button>
      {isDone ? <p className="flows-small">{run.unchanged}</p> : null}
      {is === 'running' ? <Progress {...props} /> : null}
      <Short {...props} price={price} />
    </div>
  );
}

/** A double click that asks for the price must not agree to it too, before anybody has read it. */
function onlyOnce(event: MouseEvent): void {
  if (event.detail > 1) event.preventDefault();
}

/** How long the run has taken so far. How long it will take is not known. */
function Progress({ labels: { run }, running }: StartProps) {
  const seconds = useSeconds();
  return (
    <div className="flows-progress">
      <progress aria-label={run.running} className="sr-only" />
      <p>
        {run.running} <span aria-hidden="true">{fill(run.elapsed, { seconds })}</span>
      </p>
      <p>
        <button type="button" className="text-link" onClick={running.leave}>
          {run.stop}
        </button>{' '}
        <span className="flows-small">{run.stopHelp}</span>
      </p>
    </div>
  );
}

/** The whole seconds since it was first shown. */
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

/** Says what is missing for a run, and leads to more credits and back here. */
function Short({
  flow,
  user,
  labels,
  format,
  fields,
  draft,
  running,
  price = flow.credits,
}: StartProps & { readonly price: number | undefined }) {
  const { run } = labels;
  const available = user.app_metadata.credits;
  const isWaiting = running.state.is === 'running' || running.isSent(draft);
  if (available >= price || isWaiting) return null;
  const hasPicture = fields.some(({ kind }) => kind === 'picture');
  const values = { required: format.credits(price), available: format.credits(available) };
  return (
    <div className="flows-short">
      <p>{fill(run.short, values)}</p>
      {user.email_verified ? null : <p>{run.trialWaits}</p>}
      <p>
        <a
          href={localizedPath(`/account/#${accountAnchors.packs}`, format.language)}
          className="button quiet"
          onClick={() => beginFlowTrip(flow.id, () => sessionStorage)}
        >
          {run.buy}
        </a>
      </p>
      <p className="flows-small">{hasPicture ? run.keepsNoPicture : run.keepsText}</p>
    </div>
  );
}
