import { existsSync, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where Linux keeps files in memory (`man 7 shm_overview`). */
const inMemory = '/dev/shm';

/** The space that the folders of a test run take together, with room to spare, in bytes. */
const ROOM_BYTES = 4_000_000_000;

/**
 * Makes a temporary folder for many files, in memory where there is room: a disk takes a millisecond
 * for each file of a database or a copy of the site. No program can be started from it everywhere.
 */
export function memoryFolder(prefix: string): string {
  return mkdtempSync(join(hasRoom() ? inMemory : tmpdir(), prefix));
}

function hasRoom(): boolean {
  if (!existsSync(inMemory)) return false;
  const { bavail, bsize } = statfsSync(inMemory);
  return bavail * bsize > ROOM_BYTES;
}
