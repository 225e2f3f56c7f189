import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isErrno } from './errno.ts';

/**
 * A lock is an empty file whose name says who holds it: the number of a process and, where the
 * system tells it, the tick it started at, for numbers are used again, in a container after every
 * restart (`man 5 proc_pid_stat`, field 22).
 */
const lockName = /^lock-([1-9]\d{0,8})-\d*$/;

/** A folder that was taken, or the number of the process that holds it. */
export type Lock =
  | { readonly kind: 'taken'; readonly release: () => void }
  | { readonly kind: 'held'; readonly holder: number };

/**
 * Takes a folder for this process. A lock whose process is gone (after `kill -9`, or a power cut)
 * does not count.
 *
 * Everybody puts up a lock of their own first and looks for others then, so of any two starts at
 * least one sees the other: they may both give way, but never both go on. No name comes twice, so
 * what one start clears away cannot be the lock that another one has just put up.
 *
 * @throws the file system's error when the folder cannot be read or written
 */
export function lockFolder(folder: string, pid = process.pid): Lock {
  const own = lockNameOf(pid);
  const path = join(folder, own);
  writeFileSync(path, '');
  const release = () => rmSync(path, { force: true });
  for (const other of readdirSync(folder)) {
    const holder = Number(lockName.exec(other)?.[1]);
    if (Number.isNaN(holder) || other === own) continue;
    if (isRunning(holder) && lockNameOf(holder) === other) {
      release();
      return { kind: 'held', holder };
    }
    rmSync(join(folder, other), { force: true });
  }
  return { kind: 'taken', release };
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
