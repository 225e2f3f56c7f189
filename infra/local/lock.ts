import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isErrno } from './errno.ts';
import { StartError } from './start-error.ts';

/**
 * A lock is an empty file whose name says who holds it: the number of a process and, where the
 * system tells it, the tick it started at, for numbers are used again, in a container after every
 * restart (`man 5 proc_pid_stat`, field 22).
 */
const lockName = /^lock-([1-9]\d{0,8})-\d*$/;

/** The data folder is that of a product that runs. */
export class FolderInUseError extends StartError {}

/**
 * Takes the data folder for this process: two products on one embedded database would destroy it.
 * A lock whose process is gone (after `kill -9`, or a power cut) does not count.
 *
 * Everybody puts up a lock of their own first and looks for others then, so of any two starts at
 * least one sees the other: they may both give way, but never both go on. No name comes twice, so
 * what one start clears away cannot be the lock that another one has just put up.
 *
 * @returns gives the folder free again
 * @throws {FolderInUseError} when another running product holds it
 */
export function lockFolder(dataDir: string, pid = process.pid): () => void {
  const own = lockNameOf(pid);
  const path = join(dataDir, own);
  writeFileSync(path, '');
  const release = () => rmSync(path, { force: true });
  for (const other of readdirSync(dataDir)) {
    const holder = Number(lockName.exec(other)?.[1]);
    if (Number.isNaN(holder) || other === own) continue;
    if (isRunning(holder) && lockNameOf(holder) === other) {
      release();
      throw inUse(dataDir, holder);
    }
    rmSync(join(dataDir, other), { force: true });
  }
  return release;
}

function lockNameOf(pid: number): string {
  return `lock-${pid}-${startTick(pid)}`;
}

function startTick(pid: number): string {
  try {
    const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1);
    return afterName?.split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !isErrno(error, 'ESRCH');
  }
}

function inUse(dataDir: string, pid: number): FolderInUseError {
  return new FolderInUseError(
    `DATA_DIR ${dataDir} is in use by another running instance (process ${pid}): stop that one, or give this one a folder of its own, such as DATA_DIR=.data-2.`,
  );
}
