import { readFileSync, writeFileSync } from 'node:fs';
import { isErrno } from './errno.ts';

/** Only the user who runs the product may read what is kept here: keys and secrets. */
const OWNER_ONLY = 0o600;

/**
 * The text of a file, which is made and written at the first call and read at every later one.
 *
 * @throws the file system's error when the file can be neither read nor written
 */
export function keptFile(path: string, make: () => string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (!isErrno(error, 'ENOENT')) throw error;
  }
  const text = make();
  writeFileSync(path, text, { mode: OWNER_ONLY, flag: 'wx', flush: true });
  return text;
}
