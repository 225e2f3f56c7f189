import DocumentTextIcon from '@heroicons/react/24/outline/DocumentTextIcon';
import PhotoIcon from '@heroicons/react/24/outline/PhotoIcon';
import { type MouseEvent, useRef, useState } from 'react';
import { fetchFile } from '../../client/api/call-result.ts';
import { fill } from '../../i18n/fill.ts';
import { TextButton } from '../shared/buttons.tsx';
import { type Picture, picturesOf } from './draft.ts';
import { type FieldProps, FileButton, Notes, Optional } from './field-parts.tsx';
import { useDrop, useLatest, useObjectUrl, usePaste } from './file-hooks.ts';
import type { PictureField } from './form-fields.ts';
import { readPicture, takesPictures, typeNames } from './read-file.ts';

type PictureProps = FieldProps<PictureField>;

/** Files that are dropped, pasted anywhere in the page, or chosen in a dialog; pictures are shown. */
export function PictureInput(props: PictureProps) {
  const { field, id, onChange, acceptsPaste, labels, format } = props;
  const pictures = picturesOf(props.value);
  const { readFiles, forget } = useReading(props);
  const remove = (event: MouseEvent<HTMLButtonElement>, removed?: Picture) => {
    // A picture that is still being read must not appear later.
    forget();
    const rest = pictures.filter((one) => one !== removed);
    onChange(removed && rest.length > 0 ? rest : undefined);
    // The button disappears with the picture: the focus moves to the button that chooses one.
    event.currentTarget.closest('.flows-drop')?.querySelector<HTMLElement>(`#${id}`)?.focus();
  };
  const { isOver, handlers } = useDrop((files) => void readFiles(files));
  usePaste(acceptsPaste, (files) => void readFiles(files));
  const isDocument = !takesPictures(field);
  const words = isDocument
    ? { file: labels.form.documentFile, other: labels.form.documentOther }
    : { file: labels.form.pictureFile, other: labels.form.pictureOther };
  const other = field.many ? labels.form.pictureMore : words.other;
  const [picture, ...others] = pictures;
  const limits = {
    types: format.list(typeNames(field.mediaTypes)),
    size: format.size(field.maxBytes),
  };
  return (
    <fieldset className="flows-field" data-field={field.name}>
      <legend>
        {field.title}
        <Optional field={field} labels={labels} />
      </legend>
      <div {...handlers} data-over={isOver} className="flows-drop">
        <div role="status">
          {picture && others.length === 0 ? <Preview {...props} picture={picture} /> : null}
          {others.length > 0 ? <Pictures {...props} pictures={pictures} remove={remove} /> : null}
          {picture ? null : (
            <p className="flows-drop-hint">
              {isDocument ? (
                <DocumentTextIcon aria-hidden="true" />
              ) : (
                <PhotoIcon aria-hidden="true" />
              )}
              <span>{labels.form.pictureDrop}</span>
            </p>
          )}
        </div>
        <p className="row flows-file">
          <FileButton
            id={id}
            label={picture ? other : words.file}
            accept={[...field.mediaTypes, ...(isDocument ? ['.md', '.docx'] : [])].join(',')}
            onFiles={(files) => void readFiles(files)}
            takesMany={field.many !== undefined}
            describedBy={`${id}-note ${id}-fault`}
          />
          {picture ? (
            <TextButton onClick={(event) => remove(event)}>
              {others.length > 0 ? labels.form.removeAll : labels.form.remove}
            </TextButton>
          ) : null}
        </p>
        {picture || typeof props.sample !== 'string' ? null : (
          <Sample {...props} url={props.sample} onFile={(file) => void readFiles([file])} />
        )}
        {field.description ? null : (
          <p id={`${id}-note`} className="small">
            {fill(labels.form.pictureLimits, limits)}
          </p>
        )}
      </div>
      <Notes {...props} />
    </fieldset>
  );
}

/** A picture of ours, which one press chooses. */
function Sample({
  url,
  labels,
  setFault,
  onFile,
}: PictureProps & { readonly url: string; readonly onFile: (file: File) => void }) {
  const choose = async () => {
    const answer = await fetchFile(url);
    if (!answer.ok) return setFault(labels.faults.unreadable);
    const { type } = answer.value;
    const [name = ''] = url.split('/').at(-1)?.split('.') ?? [];
    onFile(new File([answer.value], `${name}.${type.replace('image/', '')}`, { type }));
  };
  return (
    <button type="button" className="button quiet flows-sample" onClick={() => void choose()}>
      <img src={url} alt="" />
      {labels.form.pictureSample}
    </button>
  );
}

/** Reads files into the field: the latest one, or all of them where it takes several. */
function useReading(props: PictureProps) {
  const { field, onChange, setFault, labels, format } = props;
  const startTask = useLatest();
  const latest = useRef(props.value);
  latest.current = props.value;
  const most = field.many?.most ?? 1;
  const readFiles = async (files: readonly File[]) => {
    const isLatest = startTask();
    const room = field.many ? most - picturesOf(latest.current).length : 1;
    const { ofFile } = labels.faults;
    const faults: string[] = [];
    const found: Picture[] = [];
    for (const file of files.slice(0, room)) {
      const read = await readPicture(file, field, { faults: labels.faults, ...format });
      if (read.ok) found.push(read.value);
      else if (files.length === 1) faults.push(read.fault);
      else faults.push(fill(ofFile, { name: file.name, fault: read.fault }));
    }
    if (!isLatest()) return;
    if (field.many && files.length > room) {
      const values = { max: format.whole(most), left: format.whole(files.length - room) };
      faults.push(fill(labels.faults.tooManyFiles, values));
    }
    const before = field.many ? picturesOf(latest.current) : [];
    const all = [...new Map([...before, ...found].map((one) => [keyOf(one), one])).values()];
    onChange(all.length > 1 ? all : all[0]);
    if (faults.length > 0) setFault(format.sentences(faults));
  };
  return { readFiles, forget: () => void startTask() };
}

/** A file that is given twice counts once. */
function keyOf({ name, bytes }: Picture): string {
  return `${name} ${bytes}`;
}

/** Several pictures, each with its size and a way to take it out. */
function Pictures({
  pictures,
  remove,
  labels,
  format,
}: PictureProps & {
  readonly pictures: readonly Picture[];
  readonly remove: (event: MouseEvent<HTMLButtonElement>, picture: Picture) => void;
}) {
  return (
    <ol className="flows-pictures">
      {pictures.map((picture) => (
        <li key={keyOf(picture)}>
          <span>{picture.name}</span>
          <span className="small">{format.size(picture.bytes)}</span>
          <TextButton
            aria-label={fill(labels.form.removeOf, { name: picture.name })}
            onClick={(event) => remove(event, picture)}
          >
            {labels.form.remove}
          </TextButton>
        </li>
      ))}
    </ol>
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
      <figcaption className="small">
        {picture.name} · {format.size(picture.bytes)}
      </figcaption>
    </figure>
  );
}
