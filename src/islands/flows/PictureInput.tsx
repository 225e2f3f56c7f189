import { DocumentTextIcon, PhotoIcon } from '@heroicons/react/24/outline';
import { type MouseEvent, useState } from 'react';
import { fill } from '../../i18n/fill.ts';
import type { Picture } from './draft.ts';
import { type FieldProps, FileButton, Notes, Optional } from './field-parts.tsx';
import { useDrop, useLatest, useObjectUrl, usePaste } from './file-hooks.ts';
import type { PictureField } from './form-fields.ts';
import { readPicture, takesPictures, typeNames } from './read-file.ts';

type PictureProps = Omit<FieldProps<PictureField>, 'value'> & {
  readonly value: Picture | undefined;
};

/** A file that is dropped, pasted anywhere in the page, or chosen in a dialog; pictures are shown. */
export function PictureInput(props: PictureProps) {
  const { field, id, value, fault, onChange, setFault, acceptsPaste, labels, format } = props;
  const startTask = useLatest();
  const readFile = async (file: File) => {
    const isLatest = startTask();
    const read = await readPicture(file, field, { faults: labels.faults, ...format });
    if (!isLatest()) return;
    onChange(read.ok ? read.value : undefined);
    if (!read.ok) setFault(read.fault);
  };
  const remove = (event: MouseEvent<HTMLButtonElement>) => {
    // A picture that is still being read must not appear later.
    startTask();
    onChange(undefined);
    // The button disappears with the picture: the focus moves to the button beside it.
    event.currentTarget.parentElement?.querySelector('button')?.focus();
  };
  const { isOver, handlers } = useDrop((file) => void readFile(file));
  usePaste(acceptsPaste, (file) => void readFile(file));
  const isDocument = !takesPictures(field);
  const words = isDocument
    ? { file: labels.form.documentFile, other: labels.form.documentOther }
    : { file: labels.form.pictureFile, other: labels.form.pictureOther };
  const limits = { types: typeNames(field.mediaTypes), size: format.size(field.maxBytes) };
  return (
    <fieldset className="flows-field" data-field={field.name}>
      <legend>
        {field.title}
        <Optional field={field} labels={labels} />
      </legend>
      <div {...handlers} data-over={isOver} className="flows-drop">
        <div role="status">
          {value ? (
            <Preview {...props} picture={value} />
          ) : (
            <p className="flows-drop-hint">
              {isDocument ? (
                <DocumentTextIcon aria-hidden="true" />
              ) : (
                <PhotoIcon aria-hidden="true" />
              )}
              {labels.form.pictureDrop}
            </p>
          )}
        </div>
        <p className="flows-file">
          <FileButton
            id={id}
            label={value ? words.other : words.file}
            accept={[...field.mediaTypes, ...(isDocument ? ['.md', '.docx'] : [])].join(',')}
            onFile={(file) => void readFile(file)}
            describedBy={`${id}-note ${id}-fault`}
          />
          {value || fault !== undefined ? (
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

function Preview({ field, picture, labels, format }: PictureProps & { readonly picture: Picture }) {
  const url = useObjectUrl(takesPictures(field) ? picture.file : undefined);
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
