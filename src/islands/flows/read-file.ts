import { pictureHeadBytes, pictureType } from '../../contract/picture-type.ts';
import { readText } from '../../contract/text-encoding.ts';
import { fill } from '../../i18n/fill.ts';
import type { Picture } from './draft.ts';
import type { PictureField, TextField } from './form-fields.ts';
import type { FlowFormats, FlowsLabels } from './formats.ts';

/** A file's content as a field's value, or the message about its fault. */
export type ReadFile<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly fault: string };

type FileTexts = Pick<FlowsLabels, 'faults'> & Pick<FlowFormats, 'list' | 'size' | 'whole'>;

/** The most bytes of a character in UTF-8. */
const maxBytesOfCharacter = 4;

/** Whether a field takes pictures, and not documents. */
export function takesPictures({ mediaTypes }: Pick<PictureField, 'mediaTypes'>): boolean {
  return mediaTypes.some((type) => type.startsWith('image/'));
}

/** The types of documents by their first bytes; all others but pictures count as text. */
const documentTypes = [
  ['%PDF-', 'application/pdf'],
  ['PK\u0003\u0004', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
] as const;

function typeOf(head: Uint8Array): string {
  const picture = pictureType(head);
  if (picture) return picture;
  const start = String.fromCharCode(...head.subarray(0, 5));
  return documentTypes.find(([beginning]) => start.startsWith(beginning))?.[1] ?? 'text/plain';
}

/** Reads a picture or a document if its size and its type are allowed. */
export async function readPicture(
  file: File,
  field: PictureField,
  { faults, list, size }: FileTexts,
): Promise<ReadFile<Picture>> {
  const { mediaTypes, maxBytes } = field;
  if (file.size === 0) return { ok: false, fault: faults.empty };
  if (file.size > maxBytes) {
    const values = { size: size(file.size), max: size(maxBytes) };
    return { ok: false, fault: fill(faults.pictureSize, values) };
  }
  try {
    const head = new Uint8Array(await file.slice(0, pictureHeadBytes).arrayBuffer());
    const type = typeOf(head);
    if (!mediaTypes.includes(type)) {
      const types = list(typeNames(mediaTypes));
      return { ok: false, fault: fill(faults.pictureType, { types }) };
    }
    const { name, size: bytes } = file;
    const base64 = field.takesUploads ? {} : { base64: await base64Of(file) };
    const typed = new File([file], name, { type });
    return { ok: true, value: { name, bytes, mediaType: type, ...base64, file: typed } };
  } catch {
    return { ok: false, fault: faults.unreadable };
  }
}

/** Reads a text file if it isn't far too large and is text. */
export async function readTextFile(
  file: File,
  { maxLength }: TextField,
  { faults, size, whole }: FileTexts,
): Promise<ReadFile<string>> {
  if (file.size === 0) return { ok: false, fault: faults.empty };
  if (file.size > maxLength * maxBytesOfCharacter) {
    const values = { size: size(file.size), max: whole(maxLength) };
    return { ok: false, fault: fill(faults.textSize, values) };
  }
  try {
    const text = readText(new Uint8Array(await file.arrayBuffer()));
    return text === undefined ? { ok: false, fault: faults.textType } : { ok: true, value: text };
  } catch {
    return { ok: false, fault: faults.unreadable };
  }
}

/** Names of media types that are not the subtype in capitals. */
const otherNames: Readonly<Record<string, string>> = {
  webp: 'WebP',
  markdown: 'Markdown',
  plain: 'TXT',
  'vnd.openxmlformats-officedocument.wordprocessingml.document': 'DOCX',
};

/** The common names of media types, such as `PNG`. */
export function typeNames(mediaTypes: readonly string[]): readonly string[] {
  const names = mediaTypes.map((type) => type.replace(/^\w+\/|\+xml$/g, ''));
  return names.map((name) => otherNames[name] ?? name.toUpperCase());
}

/** A file's content in base64: what follows the comma of a data URL. */
function base64Of(file: Blob): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const reader = new FileReader();
  reader.onload = () => resolve(String(reader.result).split(',', 2)[1] ?? '');
  reader.onerror = () => reject(reader.error);
  reader.readAsDataURL(file);
  return promise;
}
