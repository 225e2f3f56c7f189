import { accessSync, constants, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { errorCode } from '../../../functions/adapters/postgres/connection/errors.ts';
import { lockFolder } from '../../build/lock.ts';
import { StartError } from '../errors.ts';

/** The files hold personal data, keys and secrets: no other user of the machine may read them. */
const OWNER_ONLY = { folder: 0o700, file: 0o600 } as const;

/**
 * Creates the data folder if it is missing.
 * @throws {StartError} when this process may not read and write it
 */
export function prepareDataFolder(path: string): void {
  inDataFolder(path, () => {
    mkdirSync(path, { recursive: true, mode: OWNER_ONLY.folder });
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  });
}

/** Another running product uses the data folder. */
export class FolderInUseError extends StartError {}

/**
 * Locks the data folder for this process: two processes would destroy an embedded database.
 * @returns releases the lock
 * @throws {FolderInUseError} when another running product holds it
 * @throws {StartError} when the system refuses access
 */
export function lockDataFolder(path: string): () => void {
  const lock = inDataFolder(path, () => lockFolder(path));
  if (lock.ok) return lock.release;
  throw new FolderInUseError(
    `DATA_DIR ${path} is in use by another running instance (process ${lock.holder}): stop that one, or give this one a folder of its own, such as DATA_DIR=.data-2.`,
  );
}

/** @throws {StartError} when the system refuses `work` access to the data folder */
export function inDataFolder<Result>(path: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) throw error;
    throw new StartError(
      `DATA_DIR ${path} cannot be used (${faults[code] ?? code}): give yourself the right to read and write it, or name another folder, such as DATA_DIR=.data.`,
    );
  }
}

/**
 * Writes a whole file, under another name first: neither a full disk nor a kill leaves half a file.
 * @throws the file system's error when the file cannot be written; its former content is kept
 */
export function replaceFile(path: string, text: string): void {
  const unfinished = `${path}.new`;
  writeFileSync(unfinished, text, { mode: OWNER_ONLY.file, flush: true });
  renameSync(unfinished, path);
}

/** The value of a JSON text; `undefined` when it is malformed. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const faults: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EEXIST: 'it is a file, not a folder',
  ENOTDIR: 'a part of its path is a file, not a folder',
  ENOSPC: 'the disk is full',
  EROFS: 'the file system is read-only',
};
