import * as z from 'zod/mini';
import { namedUploadSchema } from '../../src/contract/uploads.ts';
import { UploadedFile } from './file-input.ts';

/** Where the work of a run reads an upload, by the upload's id. */
export type TaskUploads = Readonly<
  Record<string, { readonly mediaType: string; readonly url: string }>
>;

/** The ids of the uploads that an input names, in its fields and in lists of them. */
export function uploadsNamedIn(input: Readonly<Record<string, unknown>>): readonly string[] {
  const values = Object.values(input).flat();
  return [...new Set(values.flatMap((value) => idOf(value) ?? []))];
}

/**
 * Puts the files into an input, in the places of their names. Files of a list that is only to be
 * priced are named, and not read.
 * @returns undefined when one of the files was never sent
 * @throws when the bucket cannot be reached
 */
export async function withUploads(
  input: unknown,
  uploads: TaskUploads,
  { isRead = true }: { readonly isRead?: boolean } = {},
): Promise<{ readonly input: unknown } | undefined> {
  if (typeof input !== 'object' || input === null) return { input };
  const files = new Map<string, UploadedFile>();
  for (const [id, { mediaType, url }] of Object.entries(uploads)) {
    const content = isRead ? await contentAt(url) : new Uint8Array();
    if (!content) return undefined;
    files.set(id, new UploadedFile(mediaType, content, isRead));
  }
  const fileOf = (value: unknown) => files.get(idOf(value) ?? '') ?? value;
  const filled = Object.entries(input).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map(fileOf) : fileOf(value),
  ]);
  return { input: Object.fromEntries(filled) };
}

async function contentAt(url: string): Promise<Uint8Array | undefined> {
  const answer = await fetch(url);
  if (answer.status === 404) return undefined;
  if (!answer.ok) throw new Error(`the bucket answered ${answer.status} to a run`);
  return new Uint8Array(await answer.arrayBuffer());
}

function idOf(value: unknown): string | undefined {
  return z.safeParse(namedUploadSchema, value).data?.upload;
}
