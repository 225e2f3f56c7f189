import { type SubmitEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { FlowsApi } from '../../client/api/flows-api.ts';
import type { FlowOffer } from '../../contract/flows.ts';
import type { User } from '../../contract/user.ts';
import { type Checked, checkDraft } from './check-draft.ts';
import type { Draft, Value } from './draft.ts';
import { keepDraft, keptDraft } from './draft-storage.ts';
import { FormField } from './FormField.tsx';
import { type Field, formFields } from './form-fields.ts';
import type { FlowFormats } from './formats.ts';
import type { FlowsLabels } from './labels.ts';
import { Outcome } from './Outcome.tsx';
import { Start } from './Start.tsx';
import { useRun } from './use-run.ts';

export interface BenchProps {
  readonly flow: FlowOffer;
  readonly user: User;
  readonly api: FlowsApi;
  readonly labels: FlowsLabels;
  readonly format: FlowFormats;
  readonly fileName: string;
  readonly isChosen: boolean;
  /** Is told when the list of runs is another one. */
  readonly onChange: () => void;
}

/** Where a flow is run. The benches of the other flows are hidden, and keep what is on them. */
export function Workbench(props: BenchProps) {
  const { flow, labels, isChosen } = props;
  const fields = useMemo(() => formFields(flow.input), [flow.input]);
  const title = useRef<HTMLHeadingElement>(null);
  const wasHidden = useRef(true);
  useEffect(() => {
    // Whoever chose a flow goes on at its bench; whoever opened the page begins at its top.
    if (isChosen && wasHidden.current && location.hash === `#${flow.id}`) title.current?.focus();
    wasHidden.current = !isChosen;
  }, [isChosen, flow.id]);
  return (
    <section hidden={!isChosen} aria-labelledby={`${flow.id}-title`} className="flows-bench">
      <h2 ref={title} id={`${flow.id}-title`} tabIndex={-1}>
        {flow.name}
      </h2>
      {/* Where the cards have no room for it. */}
      <p className="flows-small flows-bench-text">{flow.description}</p>
      {fields ? <Bench {...props} fields={fields} /> : <p role="alert">{labels.undrawable}</p>}
    </section>
  );
}

function Bench(props: BenchProps & { readonly fields: readonly Field[] }) {
  const { flow, api, labels, format, fields, isChosen, onChange } = props;
  const [draft, change] = useDraft(props);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const running = useRun(flow, api, onChange);
  const form = useRef<HTMLFormElement>(null);
  const pasteField = fields.find(({ kind }) => kind === 'picture');

  const set = (name: string, value: Value) => {
    change(name, value);
    setFaults(({ [name]: _mended, ...others }) => others);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!running.canStart(draft)) return;
    const checked: Checked = checkDraft(fields, draft, { faults: labels.faults, ...format });
    setFaults(checked.ok ? {} : checked.faults);
    if (!checked.ok) {
      focusField(form.current, fields.find(({ name }) => name in checked.faults)?.name);
    } else void running.start(draft, checked.input);
  };

  return (
    <div className="flows-bench-parts">
      <form ref={form} noValidate onSubmit={submit} className="flows-form">
        {fields.map((field) => (
          <FormField
            key={field.name}
            field={field}
            id={`input-${flow.id}-${field.name}`}
            value={draft[field.name]}
            fault={faults[field.name]}
            setFault={(fault) => setFaults((before) => ({ ...before, [field.name]: fault }))}
            onChange={(value) => set(field.name, value)}
            takesPaste={isChosen && field === pasteField}
            labels={labels}
            format={format}
          />
        ))}
        <Start {...props} draft={draft} running={running} />
      </form>
      <Outcome {...props} draft={draft} running={running} />
    </div>
  );
}

/** What is filled in; the tab keeps it, but for pictures. */
function useDraft({
  flow,
  user: { sub },
  fields,
}: BenchProps & { readonly fields: readonly Field[] }): [
  Draft,
  (name: string, value: Value) => void,
] {
  const [draft, setDraft] = useState(() => keptDraft(flow.id, sub, fields, () => sessionStorage));
  useEffect(() => {
    keepDraft(flow.id, { sub, draft }, fields, () => sessionStorage);
  }, [flow.id, sub, draft, fields]);
  return [draft, (name, value) => setDraft((before) => ({ ...before, [name]: value }))];
}

function focusField(form: HTMLFormElement | null, name: string | undefined): void {
  const field = form?.querySelector<HTMLElement>(`[data-field="${name}"]`);
  field?.querySelector<HTMLElement>('input, textarea, select, button')?.focus();
}
