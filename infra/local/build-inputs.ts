import { createHash } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { access, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { isErrno } from './errors.ts';
import type { Source } from './settings.ts';

/** The folders from which a build imports, and the files beside them that configure it. */
const sourceFolders = ['src', 'public', 'functions', 'infra'];
const configurationFile = /^\.env|\.(?:cjs|json|mjs)$/;

/** The variables that `astro.config.mjs` and the pages read. */
export const buildVariables = [
  'SITE_ORIGIN',
  'AUTH0_DOMAIN',
  'AUTH0_CLIENT_ID',
  'PUBLIC_API_BASE',
  'UPLOAD_BASE',
  'API_ORIGIN',
  'BUILD_TIME',
  'NODE_ENV',
] as const;

interface Inputs {
  /** The project's folder. */
  readonly root: string;
  readonly variables: Source;
  /** The time of the build: its day (UTC) decides which posts are published. */
  readonly now: Date;
}

/**
 * A hash over what a build of the site reads: files, variables and the day. Packages count by their
 * lock file.
 */
export async function inputsOf({ root, variables, now }: Inputs): Promise<string> {
  const hash = createHash('sha256');
  const variable = (name: string) => [name, variables[name] ?? null];
  hash.update(JSON.stringify([now.toISOString().slice(0, 10), buildVariables.map(variable)]));
  for (const path of await inputFiles(root)) {
    const content = createHash('sha256')
      .update(await readFile(path))
      .digest('hex');
    hash.update(JSON.stringify([relative(root, path), content]));
  }
  return hash.digest('hex');
}

/** Whether a folder has the site that a build of these inputs would make. */
export async function isBuilt(siteFolder: string, inputs: Inputs): Promise<boolean> {
  try {
    await access(siteFolder);
    return (await readFile(recordOf(siteFolder), 'utf8')) === (await inputsOf(inputs));
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return false;
    throw error;
  }
}

/** Must precede a change of the folder: a stop in its middle then leads to a build. */
export function forgetInputs(siteFolder: string): Promise<void> {
  return rm(recordOf(siteFolder), { force: true });
}

export async function recordInputs(siteFolder: string, inputs: string): Promise<void> {
  await writeFile(recordOf(siteFolder), inputs);
}

/** Beside the site, where nobody can request it. */
function recordOf(siteFolder: string): string {
  return `${siteFolder}.inputs`;
}

async function inputFiles(root: string): Promise<readonly string[]> {
  const ofRoot = await readdir(root, { withFileTypes: true });
  const folders = ofRoot.filter(({ name }) => sourceFolders.includes(name));
  const below = folders.map(({ name }) =>
    readdir(join(root, name), { withFileTypes: true, recursive: true }),
  );
  const beside = ofRoot.filter(({ name }) => configurationFile.test(name));
  return [beside, ...(await Promise.all(below))].flat().filter(isFile).map(pathOf).toSorted();
}

function isFile(entry: Dirent): boolean {
  return entry.isFile();
}

function pathOf({ parentPath, name }: Dirent): string {
  return join(parentPath, name);
}
