import { accessSync, constants, mkdirSync } from 'node:fs';
import { errorCode } from '../../functions/adapters/postgres/connection/errors.ts';
import { lockFolder } from './lock.ts';
import { StartError } from './start-error.ts';

/** The folder holds the database, which has people in it: nobody else on the machine may look. */
const OWNER_ONLY = 0o700;

/**
 * Makes the data folder if it is missing, and makes sure that it can be read and written.
 *
 * @throws {StartError} when it cannot
 */
export function prepareDataFolder(path: string): void {
  inDataFolder(path, () => {
    mkdirSync(path, { recursive: true, mode: OWNER_ONLY });
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  });
}

/** The data folder is that of a product that runs. */
export class FolderInUseError extends StartError {}

/**
 * Takes the data folder for this process: two products on one embedded database would destroy it.
 *
 * @returns gives the folder free again
 * @throws {FolderInUseError} when another running product holds it
 * @throws {StartError} for what the system refuses
 */
export function lockDataFolder(path: string): () => void {
  const lock = inDataFolder(path, () => lockFolder(path));
  if (lock.kind === 'taken') return lock.release;
  throw new FolderInUseError(
    `DATA_DIR ${path} is in use by another running instance (process ${lock.holder}): stop that one, or give this one a folder of its own, such as DATA_DIR=.data-2.`,
  );
}

/**
 * Runs what reads or writes files of the data folder.
 *
 * @throws {StartError} for what the system refuses
 */
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

const faults: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EEXIST: 'it is a file, not a folder',
  ENOTDIR: 'a part of its path is a file, not a folder',
  ENOSPC: 'the disk is full',
  EROFS: 'the file system is read-only',
};
