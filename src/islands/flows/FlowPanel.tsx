import { lazy, type SubmitEvent, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import type { FlowOffer, OwnRun } from '../../contract/flows.ts';
import type { User } from '../../contract/user.ts';
import {
  checkDraft,
  type Draft,
  draftOfRun,
  draftStorage,
  exampleDraft,
  faultsAfter,
  isUntouched,
  type Value,
} from './draft.ts';
import { FormField } from './FormField.tsx';
import { type Field, formFields } from './form-fields.ts';
import type { Examples, FlowsLabels, PageProps } from './formats.ts';
import { RunOutcome } from './RunOutcome.tsx';
import { StartButton } from './StartButton.tsx';
import { hasFiles } from './upload-files.ts';
import { type FlowRun, useRun } from './use-run.ts';
import './FlowPanel.css';

const CardPreview = lazy(() => import('./CardPreview.tsx'));

interface PanelProps extends PageProps {
  readonly flow: FlowOffer;
  readonly user: User;
  readonly isChosen: boolean;
  /** Called when the list of runs has changed. */
  readonly onChange: () => void;
  /** An earlier run that the user wants to run again. */
  readonly again: OwnRun | undefined;
  /** An input that stands in the form of a newcomer, until they type. */
  readonly example: Examples[string];
  /** The credits of a newcomer, before the first run. */
  readonly firstCredits: number | undefined;
}

/** The form and the result of a flow. The other flows' panels are hidden, and keep their state. */
export function FlowPanel(props: PanelProps) {
  const { flow, labels, isChosen } = props;
  const fields = useMemo(() => formFields(flow.input), [flow.input]);
  const title = useRef<HTMLHeadingElement>(null);
  const wasHidden = useRef(true);
  useEffect(() => {
    // Choosing a flow moves the focus to its panel; opening the page leaves it at the top.
    if (isChosen && wasHidden.current && location.hash === `#${flow.id}`) title.current?.focus();
    wasHidden.current = !isChosen;
  }, [isChosen, flow.id]);
  return (
    <section hidden={!isChosen} aria-labelledby={`${flow.id}-title`} className="part flows-bench">
      <h2 ref={title} id={`${flow.id}-title`} tabIndex={-1}>
        {flow.name}
      </h2>
      {/* Shown when the cards have no room for it. */}
      <p className="small">{flow.description}</p>
      {fields ? (
        <FormAndOutcome {...props} fields={fields} />
      ) : (
        <p role="alert">{labels.undrawable}</p>
      )}
    </section>
  );
}

/** The preview until its script is there, as it is without a title: so nothing below it moves. */
function PreviewRoom({ preview: { title, empty, note }, cardSizes }: FlowsLabels) {
  return (
    <section className="flows-preview" aria-label={title} aria-busy="true">
      <h3>{title}</h3>
      <figure>
        <div className="flows-preview-room">
          <p className="small">{empty}</p>
        </div>
        <figcaption className="small">{cardSizes['open-graph']}</figcaption>
      </figure>
      <p className="small">{note}</p>
    </section>
  );
}

/** The components that preview the result of a form before it runs, by the flow. */
const previews: Readonly<Record<string, typeof CardPreview>> = { 'social-card': CardPreview };

type FormProps = PanelProps & { readonly fields: readonly Field[] };

function FormAndOutcome(props: FormProps) {
  const { flow, api, labels, format, fields, isChosen, onChange, again, example = {} } = props;
  const { firstCredits } = props;
  const { draft, change, replace, isExample } = useDraft(props);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  /** Why files were refused, by the fields that they were meant for. */
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const run = useRun(flow, api, onChange);
  useQuoteWhileChoosing(props, draft, run);
  const form = useRef<HTMLFormElement>(null);
  const { edit } = run;
  useEffect(() => {
    if (!again) return;
    replace(draftOfRun(fields, again));
    edit();
    const gone = (again.files ?? []).filter(({ upload }) => upload === undefined);
    const faultOf = ({ name, ...field }: Field) => {
      const many = field.kind === 'picture' ? field.many?.name : undefined;
      const isGone = gone.some((file) => [name, many].includes(file.field));
      return isGone ? [[name, labels.faults.fileGone]] : [];
    };
    setFaults(Object.fromEntries(fields.flatMap(faultOf)));
    form.current?.querySelector<HTMLElement>('[type="submit"]')?.focus();
  }, [again, replace, edit, fields, labels]);
  const Preview = previews[flow.id];
  const pasteField = fields.find(({ kind }) => kind === 'picture');

  const set = (name: string, value: Value) => {
    change(name, value);
    edit();
    setFaults((before) => faultsAfter(fields, before, name));
    setRefused((before) => faultsAfter(fields, before, name));
  };
  const refuse = (name: string, fault: string) => {
    setFaults((before) => ({ ...before, [name]: fault }));
    setRefused((before) => ({ ...before, [name]: fault }));
  };
  const submit = (partial: boolean) => {
    if (!run.canStart(draft)) return;
    const checked = checkDraft(fields, draft, { faults: labels.faults, ...format });
    // A file that was refused is not merely missing, and the flow must not run without it unnoticed.
    const missing = Object.entries(refused).filter(([name]) => draft[name] === undefined);
    const found = { ...(checked.ok ? {} : checked.faults), ...Object.fromEntries(missing) };
    setFaults(found);
    const first = fields.find(({ name }) => name in found);
    if (first || !checked.ok) focusField(form.current, first?.name);
    else void run.start(draft, checked.input, { partial });
  };
  const submitForm = (event: SubmitEvent) => {
    event.preventDefault();
    submit(false);
  };
  const isFirst = run.state.status === 'done' || props.user.app_metadata.credits === firstCredits;
  const isSame = run.state.status === 'failed' && 'draft' in run.state && run.state.draft === draft;

  return (
    <div className="stack flows-bench-parts">
      <form ref={form} noValidate onSubmit={submitForm} className="stack flows-form">
        {fields.map((field) => (
          <FormField
            key={field.name}
            field={field}
            id={`input-${flow.id}-${field.name}`}
            value={draft[field.name]}
            fault={faults[field.name]}
            setFault={(fault) => refuse(field.name, fault)}
            onChange={(value) => set(field.name, value)}
            acceptsPaste={isChosen && field === pasteField}
            sample={example[field.name]}
            labels={labels}
            format={format}
          />
        ))}
        <StartButton
          {...props}
          draft={draft}
          run={run}
          isExample={isExample}
          onGoOn={isSame ? () => submit(true) : undefined}
        />
      </form>
      <div className="flows-side">
        {Preview && isChosen ? (
          <Suspense fallback={<PreviewRoom {...labels} />}>
            <Preview draft={draft} onChange={set} labels={labels} />
          </Suspense>
        ) : null}
        <RunOutcome
          {...props}
          state={run.state}
          price={run.priceOf(draft)}
          firstCredits={isFirst ? firstCredits : undefined}
        />
      </div>
    </div>
  );
}

/** How long a form rests before its price is asked for, in milliseconds. */
const restMs = 700;
/** A larger form is asked for its price by its button alone, in characters of JSON. */
const maxAskedLength = 50_000;

/** Shows what the form costs while somebody fills it in, where that depends on what is in it. */
function useQuoteWhileChoosing(
  { flow, fields, labels, format }: FormProps,
  draft: Draft,
  run: FlowRun,
): void {
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    if (!flow.quoted || latest.current.priceOf(draft) !== undefined) return;
    const checked = checkDraft(fields, draft, { faults: labels.faults, ...format });
    if (!checked.ok || hasFiles(checked.input)) return;
    if (JSON.stringify(checked.input).length > maxAskedLength) return;
    const asking = new AbortController();
    const { signal } = asking;
    const timer = setTimeout(() => void latest.current.ask(draft, checked.input, signal), restMs);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [flow, fields, labels, format, draft]);
}

/** The draft of the form. The tab stores it, without pictures and unless it is an example. */
function useDraft({ flow, user, fields, example: input }: FormProps) {
  const { sub } = user;
  const stored = useMemo(() => draftStorage(flow.id, sub, fields), [flow.id, sub, fields]);
  const [draft, setDraft] = useState(stored.read);
  const example = useMemo(() => input && exampleDraft(fields, input), [fields, input]);
  useEffect(() => {
    if (example) setDraft((before) => (isUntouched(fields, before) ? example.draft : before));
  }, [fields, example]);
  const isExample = example?.standsIn(draft) ?? false;
  useEffect(() => {
    if (!isExample) stored.write(draft);
  }, [stored, draft, isExample]);
  const change = (name: string, value: Value) =>
    setDraft((before) => example?.change(before, name, value) ?? { ...before, [name]: value });
  return { draft, change, replace: setDraft, isExample };
}

function focusField(form: HTMLFormElement | null, name: string | undefined): void {
  const field = form?.querySelector<HTMLElement>(`[data-field="${name}"]`);
  field?.querySelector<HTMLElement>('input, textarea, select, button')?.focus();
}
