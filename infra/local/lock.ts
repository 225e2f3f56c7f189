import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isErrno } from './errno.ts';
import { StartError } from './start-error.ts';

/** How often a lock that its owner left behind is removed before the start gives up. */
const MAX_TRIES = 3;

/**
 * Takes the data folder for this process: two products on one embedded database would destroy it.
 * A lock whose process is gone (after `kill -9`, or a power cut) does not count.
 *
 * @returns gives the folder free again
 * @throws {StartError} when another running product holds it
 */
export function lockFolder(dataDir: string, pid = process.pid): () => void {
  const path = join(dataDir, 'lock');
  const content = ownerOf(pid);
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    if (created(path, content)) return () => rmSync(path, { force: true });
    const owner = readOwner(path);
    if (owner !== undefined && isRunning(owner, pid)) throw inUse(dataDir, owner);
    rmSync(path, { force: true });
  }
  throw inUse(dataDir, readOwner(path) ?? 'unknown');
}

function created(path: string, content: string): boolean {
  try {
    writeFileSync(path, content, { flag: 'wx' });
    return true;
  } catch (error) {
    if (isErrno(error, 'EEXIST')) return false;
    throw error;
  }
}

function readOwner(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function isRunning(owner: string, self: number): boolean {
  const pid = Number(/^[1-9]\d{0,8}(?= )/.exec(owner)?.[0]);
  if (Number.isNaN(pid) || pid === self) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return !isErrno(error, 'ESRCH');
  }
  return ownerOf(pid) === owner;
}

/**
 * A process by its number and, where the system tells it, the tick it started at: numbers are used
 * again, in a container after every restart (`man 5 proc_pid_stat`, field 22).
 */
function ownerOf(pid: number): string {
  try {
    const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1);
    return `${pid} ${afterName?.split(' ')[19] ?? ''}`;
  } catch {
    return `${pid} `;
  }
}

function inUse(dataDir: string, owner: string): StartError {
  return new StartError(
    `DATA_DIR ${dataDir} is in use by another running instance (process ${owner.split(' ')[0]}): stop that one, or give this one a folder of its own, such as DATA_DIR=.data-2.`,
  );
}
