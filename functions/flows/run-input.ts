import * as z from 'zod/mini';
import type { OwnRun } from '../../src/contract/flows.ts';
import { namedUploadSchema } from '../../src/contract/uploads.ts';
import type { StoredUpload } from '../domain/upload/upload.ts';
import type { Flow } from './flow.ts';

type Named = z.infer<typeof namedUploadSchema>;
type Input = Readonly<Record<string, unknown>>;

/** The longest title, in characters. */
const MAX_TITLE_LENGTH = 60;

/**
 * The title of a run: the name of the file, or the first words of the text, that its flow names first.
 * @param files the fields of the input that have files
 * @returns undefined where the flow names nothing, or a file came without a name
 */
export function titleOf(
  { titledBy = [] }: Pick<Flow, 'titledBy'>,
  input: Input,
  files: readonly string[],
): string | undefined {
  for (const field of titledBy) {
    const values = [input[field]].flat();
    const [title, ...others] = files.includes(field) ? values.map(nameOf) : values.map(firstWords);
    if (title) return others.length > 0 ? `${title} + ${others.length}` : title;
  }
  return undefined;
}

/** An input as it is kept with its run: uploads by their names, and null for a file in the call. */
export function keptInput(input: Input, files: readonly string[]): Input {
  const entries = Object.entries(input).map(([field, value]) => {
    if (!files.includes(field)) return [field, value];
    return [field, Array.isArray(value) ? value.map(named) : named(value)];
  });
  return Object.fromEntries(entries);
}

/**
 * A kept input as its owner reads it: the values of fields, and the files apart.
 * @param live the uploads that are still kept
 */
export function givenIn(
  input: Input,
  live: readonly StoredUpload[],
): Pick<OwnRun, 'input' | 'files'> {
  const entries = Object.entries(input);
  const isFile = (value: unknown) => value === null || named(value) !== null;
  const files = entries.flatMap(([field, value]) => {
    return [value].flat().flatMap((one) => (isFile(one) ? fileOf(field, named(one), live) : []));
  });
  const others = entries.filter(([name]) => files.every(({ field }) => field !== name));
  return { input: Object.fromEntries(others), files };
}

function fileOf(field: string, file: Named | null, live: readonly StoredUpload[]) {
  const { id: upload, mediaType, bytes } = live.find(({ id }) => id === file?.upload) ?? {};
  return {
    field,
    ...(file?.name && { name: file.name }),
    ...(upload && { upload, mediaType, bytes }),
  };
}

function named(value: unknown): Named | null {
  return z.safeParse(namedUploadSchema, value).data ?? null;
}

function nameOf(value: unknown): string {
  return firstWords(named(value)?.name);
}

/** The first line that says something, without the marks of Markdown, and as short as a title. */
function firstWords(value: unknown): string {
  const text = typeof value === 'string' ? value.replace(/^[#>*\s-]+/, '') : '';
  const [line = ''] = text.split(/[\n\r]/, 1);
  const characters = Array.from(line.replace(/\p{Cc}+/gu, ' ').trim());
  if (characters.length <= MAX_TITLE_LENGTH) return characters.join('');
  return `${characters.slice(0, MAX_TITLE_LENGTH - 1).join('')}…`;
}
