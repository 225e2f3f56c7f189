import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The list of the project's files is some 60 kB; git fails when it is longer than this. */
const MAX_LIST_BYTES = 4 * 1_024 * 1_024;

const projectRoot = fileURLToPath(new URL('../../..', import.meta.url));

/** Passes a copy of the working tree to `work`, and removes it afterwards. */
export async function withProjectCopy<Result>(
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-planted-'));
  try {
    for (const path of await projectFiles()) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await copyFile(join(projectRoot, path), join(folder, path));
    }
    await linkPackages(folder);
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The files that Git tracks, and new files that are not ignored, without deleted ones. */
async function projectFiles(): Promise<readonly string[]> {
  const [all, deleted] = await Promise.all([
    gitPaths('--cached', '--others', '--exclude-standard'),
    gitPaths('--deleted'),
  ]);
  const gone = new Set(deleted);
  return all.filter((path) => !gone.has(path));
}

async function gitPaths(...options: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await promisify(execFile)('git', ['ls-files', '-z', ...options], {
    cwd: projectRoot,
    maxBuffer: MAX_LIST_BYTES,
  });
  return stdout.split('\0').filter((path) => path !== '');
}

/**
 * Links each package. With one link for all, Vitest would write its caches into the project's
 * folder.
 */
async function linkPackages(folder: string): Promise<void> {
  const [from, to] = [join(projectRoot, 'node_modules'), join(folder, 'node_modules')];
  await mkdir(to);
  for (const name of await readdir(from)) {
    if (!isCache(name)) await symlink(join(from, name), join(to, name));
  }
}

function isCache(name: string): boolean {
  return name.startsWith('.') && name !== '.bin';
}
