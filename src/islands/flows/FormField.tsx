import type { ReactNode } from 'react';
import { fill } from '../../i18n/fill.ts';
import { colorPattern, isChosen, type Value } from './draft.ts';
import { control, type FieldProps, FileButton, Labelled, Notes, noteIds } from './field-parts.tsx';
import { useDrop, useLatest } from './file-hooks.ts';
import type {
  ChoiceField,
  ChoicesField,
  ColorField,
  TextField,
  WholeField,
} from './form-fields.ts';
import { PictureInput } from './PictureInput.tsx';
import { readTextFile } from './read-file.ts';
import './FormField.css';

/** A field of a flow's form, by its kind. */
export function FormField(props: FieldProps) {
  const { field, value, onChange } = props;
  switch (field.kind) {
    case 'line':
    case 'whole':
      return <LineInput {...props} field={field} value={typedText(value)} />;
    case 'color':
      return <ColorInput {...props} field={field} value={typedText(value)} />;
    case 'text':
      return <LongText {...props} field={field} value={typedText(value)} />;
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
      return <PictureInput {...props} field={field} />;
  }
}

function typedText(value: Value): string {
  return typeof value === 'string' ? value : '';
}

type TextProps = FieldProps<TextField> & { readonly value: string };

/** A text of one line, or a whole number. */
function LineInput(props: FieldProps<TextField | WholeField> & { readonly value: string }) {
  const { field, value, onChange } = props;
  const isWhole = field.kind === 'whole';
  return (
    <Labelled {...props} aside={isWhole ? null : <Count {...props} field={field} />}>
      <input
        {...control(props)}
        type="text"
        inputMode={isWhole ? 'numeric' : undefined}
        autoComplete="off"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </Labelled>
  );
}

/** A colour: chosen in the browser's dialog, or typed as a brand book has it. */
function ColorInput(props: FieldProps<ColorField> & { readonly value: string }) {
  const { field, value, onChange } = props;
  return (
    <Labelled {...props}>
      <span className="flows-color">
        <input
          type="color"
          aria-label={field.title}
          value={colorPattern.test(value) ? value.toLowerCase() : field.initial}
          onChange={({ target }) => onChange(target.value)}
        />
        <input
          {...control(props)}
          type="text"
          autoComplete="off"
          spellCheck={false}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      </span>
    </Labelled>
  );
}

/** A text of many lines, which can be read from a file too. */
function LongText(props: TextProps) {
  const { field, value, onChange, setFault, labels, format } = props;
  const startTask = useLatest();
  const readFile = async ([file]: readonly File[]) => {
    if (!file) return;
    const isLatest = startTask();
    const read = await readTextFile(file, field, { faults: labels.faults, ...format });
    if (!isLatest()) return;
    if (read.ok) onChange(read.value);
    else setFault(read.fault);
  };
  const { isOver, handlers } = useDrop((files) => void readFile(files));
  return (
    <Labelled {...props} aside={<Count {...props} />}>
      <div {...handlers} data-over={isOver} className="flows-drop-text">
        <textarea
          {...control(props)}
          rows={10}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      </div>
      <p className="row flows-file">
        <FileButton
          label={labels.form.textFile}
          accept=".txt,.md,.markdown,text/plain,text/markdown"
          onFiles={(files) => void readFile(files)}
        />
        <span className="small">{labels.form.textDrop}</span>
      </p>
    </Labelled>
  );
}

/** The length of a text and its limit; for a text of one line only when the limit is near. */
function Count({ field, value, labels, format }: TextProps) {
  const isShown = value.length > field.maxLength * 0.8 || field.kind === 'text';
  if (!isShown) return null;
  const values = { count: format.whole(value.length), max: format.whole(field.maxLength) };
  return (
    <span className="small flows-count" data-over={value.length > field.maxLength}>
      {fill(labels.form.count, values)}
    </span>
  );
}

/** Radio buttons. An optional choice has one for no value. */
function Choice(props: FieldProps<ChoiceField>) {
  const { field, id, value, onChange, labels } = props;
  const none = { key: '', title: labels.form.none };
  const options =
    field.isRequired || field.initial !== '' ? field.options : [none, ...field.options];
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

/** Controls that form one field. Only a group of radio buttons can be required. */
function Group({
  children,
  role,
  ...props
}: FieldProps & { readonly children: ReactNode; readonly role?: 'radiogroup' }) {
  const { field, id, fault } = props;
  const attributes = { 'aria-required': field.isRequired, 'aria-invalid': fault !== undefined };
  return (
    <fieldset
      className="flows-field"
      data-field={field.name}
      aria-describedby={noteIds({ field, id })}
      {...(role ? { role, ...attributes } : {})}
    >
      <legend>{field.title}</legend>
      <div className="row flows-options">{children}</div>
      <Notes {...props} />
    </fieldset>
  );
}
