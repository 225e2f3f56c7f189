import { type ReactNode, useRef } from 'react';
import { fill } from '../../i18n/fill.ts';
import { QuietButton } from '../shared/buttons.tsx';
import type { Value } from './draft.ts';
import type { Field } from './form-fields.ts';
import type { FlowFormats, FlowsLabels } from './formats.ts';

export interface FieldProps<Kind extends Field = Field> {
  readonly field: Kind;
  readonly id: string;
  readonly value: Value;
  /** The message about the field's fault, if it has one. */
  readonly fault: string | undefined;
  readonly setFault: (fault: string) => void;
  readonly onChange: (value: Value) => void;
  /** Whether a picture that is pasted anywhere in the page goes into this field. */
  readonly acceptsPaste: boolean;
  /** The address of a picture that one can try, for a field that takes one. */
  readonly sample?: unknown;
  readonly labels: FlowsLabels;
  readonly format: FlowFormats;
}

/** The attributes of every control. */
export function control({ field, id, fault }: FieldProps) {
  return {
    id,
    'aria-invalid': fault !== undefined,
    'aria-describedby': noteIds({ field, id }),
    'aria-required': field.isRequired,
  };
}

/** The ids of the elements that `Notes` renders for a field. */
export function noteIds({ field, id }: Pick<FieldProps, 'field' | 'id'>): string {
  return field.description ? `${id}-note ${id}-fault` : `${id}-fault`;
}

/** A control with its label and notes. */
export function Labelled({
  children,
  aside,
  ...props
}: FieldProps & { readonly children: ReactNode; readonly aside?: ReactNode }) {
  const { field, id, labels } = props;
  return (
    <div className="flows-field" data-field={field.name}>
      <div className="row flows-label">
        <label htmlFor={id}>{field.title}</label>
        <Optional field={field} labels={labels} />
        {aside}
      </div>
      {children}
      <Notes {...props} />
    </div>
  );
}

/** Says of a field that it needs not be given, or which others stand for it. */
export function Optional({ field, labels: { form } }: Pick<FieldProps, 'field' | 'labels'>) {
  if (field.isRequired) return null;
  const text = field.others
    ? fill(form.instead, { others: field.others.join(' / ') })
    : form.optional;
  return <span className="small flows-optional">{text}</span>;
}

/** The description of a field, and its fault. */
export function Notes({ field, id, fault }: FieldProps) {
  return (
    <>
      {field.description ? (
        <p id={`${id}-note`} className="small">
          {field.description}
        </p>
      ) : null}
      <p id={`${id}-fault`} role="alert" className="flows-fault">
        {fault}
      </p>
    </>
  );
}

/** A button that opens the browser's file dialog. */
export function FileButton({
  label,
  accept,
  onFiles,
  takesMany = false,
  id,
  describedBy,
}: {
  readonly label: string;
  readonly accept: string;
  readonly onFiles: (files: readonly File[]) => void;
  readonly takesMany?: boolean;
  readonly id?: string;
  readonly describedBy?: string;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <QuietButton id={id} aria-describedby={describedBy} onClick={() => input.current?.click()}>
        {label}
      </QuietButton>
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple={takesMany}
        hidden
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          // The user may choose the same file again after correcting it.
          target.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
}
