import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isErrno } from '../local/errors.ts';

/**
 * A lock is an empty file whose name holds the number of the process. Where the system tells it,
 * the name also holds the tick at which the process started (`man 5 proc_pid_stat`, field 22). The
 * number alone is not enough: systems reuse it, a container after every restart.
 */
const lockName = /^lock-([1-9]\d{0,8})-\d*$/;

/** A lock of this process, or the number of the process that holds the folder. */
export type Lock =
  | { readonly ok: true; readonly release: () => void }
  | { readonly ok: false; readonly code: 'in_use'; readonly holder: number };

/**
 * Locks a folder for this process. The lock of a process that no longer runs is deleted.
 *
 * Each process writes its own lock before it looks for others. So of two processes that start
 * together at least one sees the other: both may give up, but never do both get the lock. No lock
 * name is used twice, so a process cannot delete the lock that another one has just written.
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
      return { ok: false, code: 'in_use', holder };
    }
    rmSync(join(folder, other), { force: true });
  }
  return { ok: true, release };
}

function lockNameOf(pid: number): string {
  return `lock-${pid}-${startTick(pid)}`;
}

function startTick(pid: number): string {
  try {
    const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ');
    // A process that was killed keeps its number until its parent takes notice, which some never do.
    return afterName?.[0] === 'Z' ? '' : (afterName?.[19] ?? '');
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
