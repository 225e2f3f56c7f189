import { type ReactNode, useState } from 'react';
import type { CallResult, Failure } from '../../client/api/call-result.ts';
import { saveFile } from '../../client/api/download.ts';
import { failureMessage } from '../../client/failure-message.ts';
import { fill } from '../../i18n/fill.ts';
import { QuietButton, RetryAlert } from '../shared/buttons.tsx';
import type { Query } from '../shared/use-query.ts';
import type { AccountLabels, PartProps } from './account-props.ts';
import './Section.css';

/** A section of the account page, with its heading. */
export function Section({
  id,
  title,
  aside,
  children,
}: {
  readonly id: string;
  readonly title: string;
  /** Shown beside the heading, when there is room. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="part">
      <div className="row account-part-head">
        <h2 id={`${id}-title`} tabIndex={-1}>
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

/** Shows the value of a query, or that it is loading, or that it failed, with a button to retry. */
export function QueryView<Value>({
  query,
  labels,
  children,
}: {
  readonly query: Query<Value>;
  readonly labels: Pick<AccountLabels, 'loading' | 'partFailed' | 'retry'>;
  readonly children: (value: Value) => ReactNode;
}) {
  const { value, failure, isBusy } = query;
  return (
    <div aria-busy={isBusy}>
      {failure ? <RetryAlert query={query} labels={labels} className="account-failed" /> : null}
      {value === undefined ? null : children(value)}
      {value === undefined && !failure ? <p className="text-soft">{labels.loading}</p> : null}
    </div>
  );
}

/** Toggle buttons, of which one is pressed. */
export function Choice<Name extends string>({
  label,
  names,
  chosen,
  texts,
  onChoose,
}: {
  readonly label: string;
  readonly names: readonly Name[];
  readonly chosen: Name;
  /** The texts of the buttons, if not the names. */
  readonly texts?: Readonly<Record<Name, string>>;
  readonly onChoose: (name: Name) => void;
}) {
  return (
    <fieldset className="account-choice">
      <legend className="sr-only">{label}</legend>
      {names.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === chosen}
          onClick={() => onChoose(name)}
        >
          {texts?.[name] ?? name}
        </button>
      ))}
    </fieldset>
  );
}

/** The head of a table, with the name of each column. */
export function TableHead({ columns }: { readonly columns: readonly string[] }) {
  return (
    <thead>
      <tr>
        {columns.map((name) => (
          <th key={name} scope="col">
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** A whole number in a form. */
export function NumberField({
  label,
  value,
  min = 1,
  required = true,
  ...field
}: Readonly<Record<'name' | 'label', string>> & {
  readonly max: number;
  readonly min?: number;
  /** An empty field has none. */
  readonly value: number | undefined;
  readonly required?: boolean;
  readonly placeholder?: string;
}) {
  const range = { min, step: 1, required };
  return (
    <p>
      <label>
        {label}
        <input type="number" {...field} {...range} defaultValue={value} />
      </label>
    </p>
  );
}

/** A time in the reader's time zone, within a text or alone, with the time in UTC as its title. */
export function Moment({
  time,
  format,
  text = '{time}',
}: Pick<PartProps, 'format'> & { readonly time: string; readonly text?: string }) {
  return (
    <time dateTime={time} title={format.utc(time)}>
      {fill(text, { time: format.moment(time) })}
    </time>
  );
}

/** Fetches a file and makes the browser save it. A plain link would save an error as well. */
export function Download({
  fetchFile,
  name,
  label,
  busy,
  labels,
}: {
  readonly fetchFile: () => Promise<CallResult<Blob>>;
  /** The file's name. */
  readonly name: string;
  readonly label: string;
  /** The button's text while the file is fetched. */
  readonly busy: string;
  readonly labels: AccountLabels;
}) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const save = async () => {
    setBusy(true);
    setFailure(undefined);
    const result = await fetchFile();
    setBusy(false);
    if (result.ok) saveFile(result.value, name);
    else setFailure(result);
  };
  return (
    <div className="account-download">
      <QuietButton isWaiting={isBusy} onClick={() => void save()}>
        {isBusy ? busy : label}
      </QuietButton>
      <FailureAlert failure={failure} labels={labels} />
    </div>
  );
}

/** Says why a call failed. */
export function FailureAlert({
  failure,
  labels,
}: Pick<PartProps, 'labels'> & { readonly failure: Failure | undefined }) {
  return failure ? (
    <p role="alert" className="account-failed">
      {failureMessage(failure, labels)}
    </p>
  ) : null;
}
