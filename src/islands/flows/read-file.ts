import { pictureHeadBytes, pictureType } from '../../contract/picture-type.ts';
import { maxInlineFileBytes } from '../../contract/uploads.ts';
import { fill } from '../../i18n/fill.ts';
import type { Picture } from './draft.ts';
import type { PictureField, TextField } from './form-fields.ts';
import type { FlowsLabels } from './formats.ts';

/** A file's content as a field's value, or the message about its fault. */
export type ReadFile<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly fault: string };

interface FileTexts {
  readonly faults: FlowsLabels['faults'];
  readonly size: (bytes: number) => string;
  readonly whole: (count: number) => string;
}

/** The most bytes of a character in UTF-8. */
const maxBytesOfCharacter = 4;

/** Reads a picture if its size and its type are allowed. */
export async function readPicture(
  file: File,
  { mediaTypes, maxBytes }: PictureField,
  { faults, size }: FileTexts,
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
    const { name, size: bytes } = file;
    const isSmall = bytes <= maxInlineFileBytes;
    const base64 = isSmall ? { base64: await base64Of(file) } : {};
    const typed = file.slice(0, bytes, type);
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

/** The common names of media types, such as `PNG`. */
export function typeNames(mediaTypes: readonly string[]): string {
  return mediaTypes
    .map((type) => {
      const name = type.replace(/^image\/|\+xml$/g, '');
      return name === 'webp' ? 'WebP' : name.toUpperCase();
    })
    .join(', ');
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

/** The encodings to try, in this order: Unicode first, then that of older Chinese files. */
const encodings = ['utf-8', 'gb18030'] as const;

/** The byte order marks of UTF-16 (Encoding standard, section 6.1). */
const byteOrderMarks = [
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
] as const;

/** Control characters that no text contains; tab, line feed, form feed and carriage return are fine. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for control characters.
const binary = /[\u0000-\u0008\u000b\u000e-\u001f\u007f]/;

/** Decodes a text with line feeds between its lines; `undefined` for a file that is no text. */
export function readText(bytes: Uint8Array): string | undefined {
  const marked = byteOrderMarks.find((mark) =>
    mark.bytes.every((byte, index) => bytes[index] === byte),
  );
  for (const encoding of marked ? [marked.encoding] : encodings) {
    const text = decode(bytes, encoding);
    if (text !== undefined && !binary.test(text)) return text.replaceAll(/\r\n?/g, '\n');
  }
  return undefined;
}

function decode(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
