import type { ReactNode } from 'react';
import { isChosen, isPicture, type Value } from './draft.ts';
import type { ChoiceField, ChoicesField, Field } from './form-fields.ts';
import type { FlowFormats } from './formats.ts';
import type { FlowsLabels } from './labels.ts';
import { PictureInput } from './PictureInput.tsx';
import { TextInput } from './TextInput.tsx';

export interface FieldProps<Kind extends Field = Field> {
  readonly field: Kind;
  readonly id: string;
  readonly value: Value;
  /** What is wrong with it. */
  readonly fault: string | undefined;
  readonly setFault: (fault: string) => void;
  readonly onChange: (value: Value) => void;
  /** Whether a picture that is pasted anywhere in the page is meant for this form. */
  readonly takesPaste: boolean;
  readonly labels: FlowsLabels;
  readonly format: FlowFormats;
}

/** A field of a flow's form, by its kind. */
export function FormField(props: FieldProps) {
  const { field, value, onChange } = props;
  switch (field.kind) {
    case 'line':
    case 'text':
      return <TextInput {...props} field={field} value={textOf(value)} />;
    case 'whole':
      return (
        <Labelled {...props}>
          <input
            {...control(props)}
            type="text"
            inputMode="numeric"
            autoComplete="off"
            value={textOf(value)}
            onChange={({ target }) => onChange(target.value)}
          />
        </Labelled>
      );
    case 'choice':
      return <Choice {...props} field={field} />;
    case 'choices':
      return <Choices {...props} field={field} />;
    case 'switch':
      return (
        <div className="flows-field" data-field={field.name}>
          <label className="flows-tick">
            <input
              {...control(props)}
              type="checkbox"
              checked={value === true}
              onChange={({ target }) => onChange(target.checked)}
            />
            {field.title}
          </label>
          <Notes {...props} />
        </div>
      );
    case 'picture':
      return <PictureInput {...props} field={field} value={isPicture(value) ? value : undefined} />;
  }
}

function textOf(value: Value): string {
  return typeof value === 'string' ? value : '';
}

/** What every control says of itself. */
export function control({ field, id, fault }: FieldProps) {
  return {
    id,
    'aria-invalid': fault !== undefined,
    'aria-describedby': noteIds({ field, id }),
    'aria-required': field.isRequired,
  };
}

/** The ids of what `Notes` says of a field. */
function noteIds({ field, id }: Pick<FieldProps, 'field' | 'id'>): string {
  return field.description ? `${id}-note ${id}-fault` : `${id}-fault`;
}

/** A control under its label, with what there is to say of it. */
export function Labelled({
  children,
  aside,
  ...props
}: FieldProps & { readonly children: ReactNode; readonly aside?: ReactNode }) {
  const { field, id, labels } = props;
  return (
    <div className="flows-field" data-field={field.name}>
      <div className="flows-label">
        <label htmlFor={id}>{field.title}</label>
        {field.isRequired ? null : <span className="flows-small">{labels.form.optional}</span>}
        {aside}
      </div>
      {children}
      <Notes {...props} />
    </div>
  );
}

/** What a field is for, and what is wrong with it. */
export function Notes({ field, id, fault }: FieldProps) {
  return (
    <>
      {field.description ? (
        <p id={`${id}-note`} className="flows-small">
          {field.description}
        </p>
      ) : null}
      <p id={`${id}-fault`} role="alert" className="flows-fault">
        {fault}
      </p>
    </>
  );
}

/** One of a few, each in view: a form of three fields has room for that. */
function Choice(props: FieldProps<ChoiceField>) {
  const { field, id, value, onChange, labels } = props;
  const nothing = { key: '', title: labels.form.none };
  const options =
    field.isRequired || field.initial !== '' ? field.options : [nothing, ...field.options];
  return (
    <Group {...props} role="radiogroup">
      {options.map(({ key, title }) => (
        <label key={key} className="flows-tick">
          <input type="radio" name={id} checked={value === key} onChange={() => onChange(key)} />
          {title}
        </label>
      ))}
    </Group>
  );
}

function Choices(props: FieldProps<ChoicesField>) {
  const { field, value, fault, onChange } = props;
  const chosen = isChosen(value) ? value : [];
  const toggle = (key: string) =>
    onChange(chosen.includes(key) ? chosen.filter((one) => one !== key) : [...chosen, key]);
  return (
    <Group {...props}>
      {field.options.map(({ key, title }) => (
        <label key={key} className="flows-tick">
          <input
            type="checkbox"
            checked={chosen.includes(key)}
            aria-invalid={fault !== undefined}
            onChange={() => toggle(key)}
          />
          {title}
        </label>
      ))}
    </Group>
  );
}

/** Controls that are one field, and described as one; only radios can be required as a group. */
function Group({
  children,
  role,
  ...props
}: FieldProps & { readonly children: ReactNode; readonly role?: 'radiogroup' }) {
  const { field, id, fault } = props;
  const stated = { 'aria-required': field.isRequired, 'aria-invalid': fault !== undefined };
  return (
    <fieldset
      className="flows-field"
      data-field={field.name}
      aria-describedby={noteIds({ field, id })}
      {...(role ? { role, ...stated } : {})}
    >
      <legend>{field.title}</legend>
      <div className="flows-options">{children}</div>
      <Notes {...props} />
    </fieldset>
  );
}
