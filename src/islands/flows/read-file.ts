import { pictureHeadBytes, pictureType } from '../../contract/picture-type.ts';
import { fill } from '../../i18n/fill.ts';
import type { Picture } from './draft.ts';
import type { PictureField, TextField } from './form-fields.ts';
import type { FlowsLabels } from './labels.ts';
import { readText } from './read-text.ts';

/** A file as a field takes it, or why it doesn't. */
export type ReadFile<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly fault: string };

interface FileText {
  readonly faults: FlowsLabels['faults'];
  readonly size: (bytes: number) => string;
  readonly whole: (count: number) => string;
}

/** The most bytes that a character of a text takes: those of UTF-8. */
const maxBytesOfCharacter = 4;

/** Reads a picture, once its size and its type are found to be good. */
export async function readPicture(
  file: File,
  { mediaTypes, maxBytes }: PictureField,
  { faults, size }: FileText,
): Promise<ReadFile<Picture>> {
  if (file.size > maxBytes) {
    const values = { size: size(file.size), max: size(maxBytes) };
    return { ok: false, fault: fill(faults.pictureSize, values) };
  }
  try {
    const head = new Uint8Array(await file.slice(0, pictureHeadBytes).arrayBuffer());
    const type = pictureType(head);
    if (type === undefined || !mediaTypes.includes(type)) {
      return { ok: false, fault: fill(faults.pictureType, { types: typeNames(mediaTypes) }) };
    }
    const base64 = await base64Of(file);
    return { ok: true, value: { name: file.name, bytes: file.size, base64, file } };
  } catch {
    return { ok: false, fault: faults.unreadable };
  }
}

/** Reads a text file for a field that takes long texts. */
export async function readTextFile(
  file: File,
  { maxLength }: TextField,
  { faults, size, whole }: FileText,
): Promise<ReadFile<string>> {
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

/** The types of pictures by the names that people have for them. */
export function typeNames(mediaTypes: readonly string[]): string {
  const names = { 'image/webp': 'WebP' } as const;
  return mediaTypes
    .map((type) => Object.entries(names).find(([known]) => known === type)?.[1] ?? shortName(type))
    .join(', ');
}

function shortName(type: string): string {
  return type.replace('image/', '').toUpperCase();
}

/** A file's content in base64, as the browser's own reader has it behind the comma of a data URL. */
function base64Of(file: Blob): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const reader = new FileReader();
  reader.onload = () => resolve(String(reader.result).split(',', 2)[1] ?? '');
  reader.onerror = () => reject(reader.error);
  reader.readAsDataURL(file);
  return promise;
}
