import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../support/site-copy.ts';

/** The list of the project's files is some 60 kB; git fails when it is longer than this. */
const MAX_LIST_BYTES = 4 * 1_024 * 1_024;

/** Copies the files that Git tracks, and new files that it does not ignore, into a folder. */
export async function copyWorkingTree(folder: string, signal: AbortSignal): Promise<void> {
  const { stdout } = await promisify(execFile)(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    { cwd: projectRoot, maxBuffer: MAX_LIST_BYTES },
  );
  // Git lists deleted files too.
  const paths = stdout.split('\0').filter((path) => path && existsSync(join(projectRoot, path)));
  for (const path of paths) {
    signal.throwIfAborted();
    await cp(join(projectRoot, path), join(folder, path));
  }
}
