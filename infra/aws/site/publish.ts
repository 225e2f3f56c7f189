import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import * as z from 'zod/mini';
import { maxSiteFiles } from '../../edge/site-file.ts';
import { type BuiltFile, type Published, planPublication, type Upload } from './publish-plan.ts';

/** The parts of the online site that publishing changes. */
export interface Online {
  list(): Promise<Published>;
  put(upload: Upload, content: Uint8Array): Promise<void>;
  remove(paths: readonly string[]): Promise<void>;
  changeAddresses(puts: ReadonlyMap<string, string>, deletions: readonly string[]): Promise<void>;
  invalidate(paths: readonly string[]): Promise<void>;
}

/** The numbers of files. */
export interface Publication {
  readonly uploaded: number;
  readonly removed: number;
  readonly unchanged: number;
}

const MAX_PARALLEL_UPLOADS = 16;

const redirectsSchema = z.record(z.string(), z.string());

/**
 * Puts a built site online: the files that pages refer to, the pages, the edge's list of addresses,
 * and last the deletions. Meanwhile visitors get whole pages, old or new. A publication that was
 * stopped can be repeated.
 */
export async function publish(folder: string, online: Online): Promise<Publication> {
  const built = await readBuild(folder);
  const redirects = redirectsSchema.parse(
    JSON.parse(await readFile(join(folder, 'redirects.json'), 'utf8')),
  );
  const plan = planPublication(built, redirects, await online.list());
  await putAll(plan.parts, folder, online);
  await putAll(plan.pages, folder, online);
  await online.changeAddresses(plan.addresses, plan.forgotten);
  if (plan.invalidations.length > 0) await online.invalidate(plan.invalidations);
  if (plan.deletions.length > 0) await online.remove(plan.deletions);
  const uploaded = plan.parts.length + plan.pages.length;
  return { uploaded, removed: plan.deletions.length, unchanged: built.length - uploaded };
}

async function putAll(uploads: readonly Upload[], folder: string, online: Online): Promise<void> {
  const queue = uploads.values();
  const worker = async () => {
    for (const upload of queue) await online.put(upload, await readFile(join(folder, upload.path)));
  };
  await Promise.all(Array.from({ length: MAX_PARALLEL_UPLOADS }, worker));
}

async function readBuild(folder: string): Promise<BuiltFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  if (files.length > maxSiteFiles) throw new Error(`The site has more than ${maxSiteFiles} files.`);
  const built: BuiltFile[] = [];
  for (const { parentPath, name } of files) {
    const file = join(parentPath, name);
    const path = `/${relative(folder, file).split(sep).join('/')}`;
    const content = await readFile(file);
    built.push({ path, md5: createHash('md5').update(content).digest('hex') });
  }
  return built;
}
