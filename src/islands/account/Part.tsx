import type { ReactNode } from 'react';
import type { Query } from '../shared/use-query.ts';
import { WaitingButton } from '../shared/WaitingButton.tsx';
import type { AccountLabels } from './labels.ts';

/** A part of the account page: a heading that the list of parts leads to, and what stands under it. */
export function Part({
  id,
  title,
  aside,
  children,
}: {
  readonly id: string;
  readonly title: string;
  /** Stands beside the heading where there is room. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="account-part">
      <div className="account-part-head">
        <h2 id={`${id}-title`} tabIndex={-1}>
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

/** What has been answered, or that it is on its way, or that it failed and can be asked again. */
export function QueryView<Value>({
  asked,
  labels,
  children,
}: {
  readonly asked: Query<Value>;
  readonly labels: Pick<AccountLabels, 'loading' | 'partFailed' | 'retry'>;
  readonly children: (value: Value) => ReactNode;
}) {
  const { value, failure, isBusy, again } = asked;
  return (
    <div aria-busy={isBusy}>
      {failure ? (
        <p role="alert" className="account-failed">
          {labels.partFailed}{' '}
          <WaitingButton
            label={labels.retry}
            className="text-link"
            isWaiting={isBusy}
            press={again}
          />
        </p>
      ) : null}
      {value === undefined ? null : children(value)}
      {value === undefined && !failure ? <p className="text-soft">{labels.loading}</p> : null}
    </div>
  );
}

/** A choice of one among a few, each a button that is pressed or not. */
export function Choice<Name extends string>({
  label,
  names,
  chosen,
  words,
  choose,
}: {
  readonly label: string;
  readonly names: readonly Name[];
  readonly chosen: Name;
  readonly words: Readonly<Record<Name, string>>;
  readonly choose: (name: Name) => void;
}) {
  return (
    <fieldset className="account-choice">
      <legend className="sr-only">{label}</legend>
      {names.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === chosen}
          onClick={() => choose(name)}
        >
          {words[name]}
        </button>
      ))}
    </fieldset>
  );
}

/** A moment where the reader is; what it is in UTC shows on pointing at it. */
export function Moment({
  time,
  text,
  utc,
}: {
  readonly time: string;
  readonly text: string;
  readonly utc: string;
}) {
  return (
    <time dateTime={time} title={utc}>
      {text}
    </time>
  );
}
