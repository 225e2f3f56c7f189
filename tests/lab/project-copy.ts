import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../support/site-copy.ts';

const run = promisify(execFile);

/** The list of the project's files is some 60 kB; git fails when it is longer than this. */
const MAX_LIST_BYTES = 4 * 1_024 * 1_024;

/** Copies the files that Git tracks, and new files that it does not ignore, into a folder. */
export async function copyWorkingTree(folder: string, signal: AbortSignal): Promise<void> {
  const { stdout } = await run(
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

/**
 * The project as a revision of Git has it, with the packages of the working tree.
 * @param place.revision empty for the working tree itself
 * @returns its folder
 */
export async function projectOf({
  folder,
  revision,
}: {
  readonly folder: string;
  readonly revision: string;
}): Promise<string> {
  if (!revision) return projectRoot;
  const project = join(folder, 'project');
  const archive = join(folder, 'revision.tar');
  await mkdir(project, { recursive: true });
  await run('git', ['archive', '-o', archive, revision], { cwd: projectRoot });
  await run('tar', ['-xf', archive, '-C', project]);
  await symlink(join(projectRoot, 'node_modules'), join(project, 'node_modules'));
  return project;
}
