import * as z from 'zod/mini';
import { pictureType } from '../../src/contract/picture-type.ts';
import { maxFileNameLength, maxInlineFileBytes } from '../../src/contract/uploads.ts';
import { fileRefusalsWords } from '../../src/i18n/words.ts';
import { InputRefused, textsOf } from './flow.ts';
import { MILLION } from './input-limits.ts';

/** A file that was uploaded, where the input of a run names it. */
export class UploadedFile {
  /** The file's type, as its user declares it. */
  readonly mediaType: string;
  readonly content: Uint8Array;
  /** Whether the content was read: the items of a list are, when they are worked on. */
  readonly isRead: boolean;

  constructor(mediaType: string, content: Uint8Array, isRead = true) {
    this.mediaType = mediaType;
    this.content = content;
    this.isRead = isRead;
  }
}

interface FileRule {
  /** The types that a field takes, such as `image/png`. */
  readonly mediaTypes: readonly string[];
  readonly maxBytes: number;
}

/**
 * A field for a file: base64 in the call up to 1 MB, or an upload. The flow gets the bytes of either.
 * An upload must be one of the types by its first bytes too, before any credits are held.
 */
export function fileInput(rule: FileRule) {
  const { mediaTypes, maxBytes } = rule;
  const maxLength = base64Length(Math.min(maxBytes, maxInlineFileBytes));
  const inline = z.base64().check(z.minLength(1), z.maxLength(maxLength));
  const uploaded = z.instanceof(UploadedFile).check(z.meta(namedUpload));
  const described = z.meta({ contentMediaType: mediaTypes.join(','), maxBytes });
  return z.pipe(
    z.union([inline, uploaded]).check(described),
    z.transform((file): Uint8Array => {
      return typeof file === 'string' ? Buffer.from(file, 'base64') : contentOf(file, rule);
    }),
  );
}

/** `namedUploadSchema` for callers; what makes JSON Schema is too heavy for the functions of runs. */
const namedUpload = {
  type: 'object',
  properties: {
    upload: { type: 'string', format: 'uuid' },
    name: { type: 'string', maxLength: maxFileNameLength },
  },
  required: ['upload'],
  additionalProperties: false,
};

/** Three bytes are four characters, and the last group is padded (RFC 4648, section 4). */
export function base64Length(bytes: number): number {
  return Math.ceil(bytes / 3) * 4;
}

/** @throws {InputRefused} when it is not what the field takes, or not what it was announced as */
function contentOf({ mediaType: type, content, isRead }: UploadedFile, rule: FileRule): Uint8Array {
  const { mediaTypes, maxBytes } = rule;
  if (!mediaTypes.includes(type)) throw refusedFile('type', { type, types: mediaTypes.join(', ') });
  if (content.length > maxBytes) throw refusedFile('size', { megabytes: maxBytes / MILLION });
  if (isRead && !isOfType(content, type)) throw refusedFile('lies', { type });
  return content;
}

/** The first characters of other types. ISO 32000-2, section 7.5.2; APPNOTE.TXT of ZIP, 4.3.7. */
const beginnings: Readonly<Record<string, string>> = {
  'application/pdf': '%PDF-',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'PK\u0003\u0004',
};

/** A PDF begins within so many bytes (ISO 32000-1, annex H, note 13). */
const PDF_HEAD_BYTES = 1_024;

/** Whether a file begins as its type does. A text begins with anything; its flow reads all of it. */
function isOfType(file: Uint8Array, mediaType: string): boolean {
  if (mediaType.startsWith('image/')) return pictureType(file) === mediaType;
  const head = Buffer.from(file.subarray(0, PDF_HEAD_BYTES)).toString('latin1');
  const beginning = beginnings[mediaType] ?? '';
  return mediaType === 'application/pdf' ? head.includes(beginning) : head.startsWith(beginning);
}

function refusedFile(
  name: keyof (typeof fileRefusalsWords)['en'],
  values: Readonly<Record<string, string | number>>,
): InputRefused {
  return new InputRefused(textsOf(fileRefusalsWords, (words) => words[name], values));
}
