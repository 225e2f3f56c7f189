import { readFileSync } from 'node:fs';
import { isErrno } from './errno.ts';
import { replaceFile } from './replace-file.ts';
import { StartError } from './start-error.ts';

interface KeptFile<Value> {
  readonly path: string;
  /** Makes the text when there is no file yet. */
  readonly make: () => string;
  /** What the text says; nothing when it says nothing that can be used. */
  readonly read: (text: string) => Value | undefined;
  /** What to say of a file that can't be used, after its path: what is wrong and what to do. */
  readonly damage: string;
}

/**
 * What a file says, which is made and written at the first call and read at every later one.
 *
 * @throws {StartError} when the file holds something else; it is left as it is
 * @throws the file system's error when the file can be neither read nor written
 */
export function keptFile<Value>({ path, make, read, damage }: KeptFile<Value>): Value {
  const value = read(textOf(path) ?? newText(path, make));
  if (value === undefined) throw new StartError(`${path} ${damage}`);
  return value;
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function newText(path: string, make: () => string): string {
  const text = make();
  replaceFile(path, text);
  return text;
}
