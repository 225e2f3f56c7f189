import { useRef } from 'react';
import { fill } from '../../i18n/fill.ts';
import { control, type FieldProps, Labelled } from './FormField.tsx';
import type { TextField } from './form-fields.ts';
import { readTextFile } from './read-file.ts';
import { useDrop } from './use-drop.ts';
import { useLatest } from './use-latest.ts';

type TextProps = FieldProps<TextField> & { readonly value: string };

/** A text; one of many lines also comes out of a file. */
export function TextInput(props: TextProps) {
  const { field, value, onChange } = props;
  if (field.kind === 'text') return <LongText {...props} />;
  return (
    <Labelled {...props} aside={<Count {...props} />}>
      <input
        {...control(props)}
        type="text"
        autoComplete="off"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </Labelled>
  );
}

function LongText(props: TextProps) {
  const { field, value, onChange, setFault, labels, format } = props;
  const begin = useLatest();
  const take = async (file: File) => {
    const isLatest = begin();
    const read = await readTextFile(file, field, { faults: labels.faults, ...format });
    if (!isLatest()) return;
    if (read.ok) onChange(read.value);
    else setFault(read.fault);
  };
  const { isOver, handlers } = useDrop((file) => void take(file));
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
      <p className="flows-file">
        <FileButton
          label={labels.form.textFile}
          accept=".txt,.md,.markdown,text/plain,text/markdown"
          take={(file) => void take(file)}
        />
        <span className="flows-small">{labels.form.textDrop}</span>
      </p>
    </Labelled>
  );
}

/** How much of the room for a text is taken; said once it begins to matter. */
function Count({ field, value, labels, format }: TextProps) {
  const isShown = value.length > field.maxLength * 0.8 || field.kind === 'text';
  if (!isShown) return null;
  const values = { count: format.whole(value.length), max: format.whole(field.maxLength) };
  return (
    <span className="flows-small flows-count" data-over={value.length > field.maxLength}>
      {fill(labels.form.count, values)}
    </span>
  );
}

/** A button that opens the browser's dialog for a file. */
export function FileButton({
  label,
  accept,
  take,
  id,
  describedBy,
}: {
  readonly label: string;
  readonly accept: string;
  readonly take: (file: File) => void;
  readonly id?: string;
  readonly describedBy?: string;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        id={id}
        className="button quiet"
        aria-describedby={describedBy}
        onClick={() => input.current?.click()}
      >
        {label}
      </button>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // The same file may be chosen again, after it was mended.
          target.value = '';
          if (file) take(file);
        }}
      />
    </>
  );
}
