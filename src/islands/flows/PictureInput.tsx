import { PhotoIcon } from '@heroicons/react/24/outline';
import { type MouseEvent, useEffect, useState } from 'react';
import { fill } from '../../i18n/fill.ts';
import type { Picture } from './draft.ts';
import { type FieldProps, Notes } from './FormField.tsx';
import type { PictureField } from './form-fields.ts';
import { readPicture, typeNames } from './read-file.ts';
import { FileButton } from './TextInput.tsx';
import { useDrop } from './use-drop.ts';
import { useLatest } from './use-latest.ts';
import { useObjectUrl } from './use-object-url.ts';

type PictureProps = Omit<FieldProps<PictureField>, 'value'> & {
  readonly value: Picture | undefined;
};

/** A picture: dropped, pasted anywhere in the page, or chosen; looked at before it is sent. */
export function PictureInput(props: PictureProps) {
  const { field, id, value, onChange, setFault, takesPaste, labels, format } = props;
  const begin = useLatest();
  const take = async (file: File) => {
    const isLatest = begin();
    const read = await readPicture(file, field, { faults: labels.faults, ...format });
    if (!isLatest()) return;
    onChange(read.ok ? read.value : undefined);
    if (!read.ok) setFault(read.fault);
  };
  const remove = (event: MouseEvent<HTMLButtonElement>) => {
    // A picture that is still being read must not come back.
    begin();
    onChange(undefined);
    // The button goes with the picture: whoever pressed it goes on at the one beside it.
    event.currentTarget.parentElement?.querySelector('button')?.focus();
  };
  const { isOver, handlers } = useDrop((file) => void take(file));
  usePaste(takesPaste, (file) => void take(file));
  const limits = { types: typeNames(field.mediaTypes), size: format.size(field.maxBytes) };
  return (
    <fieldset className="flows-field" data-field={field.name}>
      <legend>{field.title}</legend>
      <div {...handlers} data-over={isOver} className="flows-drop">
        <div role="status">
          {value ? (
            <Preview picture={value} labels={labels} format={format} />
          ) : (
            <p className="flows-drop-hint">
              <PhotoIcon aria-hidden="true" />
              {labels.form.pictureDrop}
            </p>
          )}
        </div>
        <p className="flows-file">
          <FileButton
            id={id}
            label={value ? labels.form.pictureOther : labels.form.pictureFile}
            accept={field.mediaTypes.join(',')}
            take={(file) => void take(file)}
            describedBy={`${id}-note ${id}-fault`}
          />
          {value ? (
            <button type="button" className="text-link" onClick={remove}>
              {labels.form.remove}
            </button>
          ) : null}
        </p>
        {field.description ? null : (
          <p id={`${id}-note`} className="flows-small">
            {fill(labels.form.pictureLimits, limits)}
          </p>
        )}
      </div>
      <Notes {...props} />
    </fieldset>
  );
}

function Preview({
  picture,
  labels,
  format,
}: { readonly picture: Picture } & Pick<PictureProps, 'labels' | 'format'>) {
  const url = useObjectUrl(picture.file);
  const [unshown, setUnshown] = useState<string>();
  return (
    <figure className="flows-picture">
      {url && url !== unshown ? (
        <img src={url} alt={labels.form.picture} onError={() => setUnshown(url)} />
      ) : null}
      <figcaption className="flows-small">
        {picture.name} · {format.size(picture.bytes)}
      </figcaption>
    </figure>
  );
}

/** Takes pictures that are pasted; what is pasted into a text stays there. */
function usePaste(isActive: boolean, take: (file: File) => void): void {
  useEffect(() => {
    if (!isActive) return;
    const paste = (event: ClipboardEvent) => {
      const [file] = event.clipboardData?.files ?? [];
      if (!file) return;
      event.preventDefault();
      take(file);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  });
}
