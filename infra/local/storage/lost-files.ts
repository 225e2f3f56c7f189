import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MS } from '../../../src/contract/durations.ts';

/** The files of the storage, each with the id of its upload for a name. */
export interface StoredFiles {
  /** Where the files lie. */
  readonly folder: string;
  /**
   * Returns the ids of uploads whose files are kept. Without it the storage knows nothing of
   * uploads, as S3 does.
   */
  readonly keptOf?: (ids: readonly string[], now: Date) => Promise<ReadonlySet<string>>;
  readonly clock: () => Date;
}

/** The ending of a file's name until the whole file has arrived. */
export const partEnding = '.part';

/** As the bucket's own rule: a day, rounded to the next midnight in UTC. */
const LOST_AFTER_MS = 2 * DAY_MS;

/** How many files one question to the database names. */
const PAGE_SIZE = 500;

/** Deletes what a stop of the process has interrupted. */
export async function removeParts(folder: string): Promise<void> {
  const parts = (await readdir(folder)).filter((name) => name.endsWith(partEnding));
  await removeAll(folder, parts);
}

/** Deletes files without an upload, or, where nothing knows of uploads, those that are too old. */
export async function removeLost(files: StoredFiles): Promise<void> {
  const { folder, clock } = files;
  const names = (await readdir(folder)).filter((name) => !name.endsWith(partEnding));
  for (let start = 0; start < names.length; start += PAGE_SIZE) {
    const page = names.slice(start, start + PAGE_SIZE);
    const kept = await keptOf(page, clock(), files);
    await removeAll(
      folder,
      page.filter((name) => !kept.has(name)),
    );
  }
}

async function keptOf(
  names: readonly string[],
  now: Date,
  { folder, keptOf: keptUploads }: StoredFiles,
): Promise<ReadonlySet<string>> {
  if (keptUploads) return keptUploads(names.filter(isId), now);
  const young = names.map(async (name) => {
    const { mtimeMs } = await stat(join(folder, name));
    return now.getTime() - mtimeMs > LOST_AFTER_MS ? [] : [name];
  });
  return new Set((await Promise.all(young)).flat());
}

/** Whether a name is an id as ours are: the database refuses to compare any other text with one. */
export function isId(name: string): boolean {
  return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(name);
}

async function removeAll(folder: string, names: readonly string[]): Promise<void> {
  for (const name of names) await rm(join(folder, name), { force: true });
}
