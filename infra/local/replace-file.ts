import { renameSync, writeFileSync } from 'node:fs';

/** Only the user who runs the product may read what is kept: keys, secrets, addresses of people. */
const OWNER_ONLY = 0o600;

/**
 * Puts a text on the disk as a whole file: it is written under another name first, so that neither
 * a full disk nor a kill leaves a part of it behind.
 *
 * @throws the file system's error when it cannot be written; what was there before is there still
 */
export function replaceFile(path: string, text: string): void {
  const unfinished = `${path}.new`;
  writeFileSync(unfinished, text, { mode: OWNER_ONLY, flush: true });
  renameSync(unfinished, path);
}
