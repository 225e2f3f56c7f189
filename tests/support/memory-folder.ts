import { existsSync, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where Linux keeps files in memory (`man 7 shm_overview`). */
const inMemory = '/dev/shm';

/** What the databases of a test run take together, with room to spare, in bytes. */
const ROOM_BYTES = 4_000_000_000;

/**
 * Makes a temporary folder for a database, in memory where there is room: each has hundreds of files,
 * and a file system on a disk takes longer to make and remove them than the test needs.
 */
export function databaseFolder(prefix: string): string {
  return mkdtempSync(join(hasRoom() ? inMemory : tmpdir(), prefix));
}

function hasRoom(): boolean {
  if (!existsSync(inMemory)) return false;
  const { bavail, bsize } = statfsSync(inMemory);
  return bavail * bsize > ROOM_BYTES;
}
