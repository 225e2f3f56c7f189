import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { isTrialKeySecret, MIN_SECRET_LENGTH } from '../../functions/env.ts';
import { keptFile } from './kept-file.ts';

/** 256 bits. */
const SECRET_BYTES = 32;

/**
 * The key of the HMAC that remembers who had a trial, as the data folder keeps it; made once.
 *
 * @throws {StartError} when the file holds something that is no secret
 * @throws the file system's error when the file can be neither read nor written
 */
export function keptTrialKeySecret(dataDir: string): string {
  return keptFile({
    path: join(dataDir, 'trial-key-secret'),
    make: newTrialKeySecret,
    read: (text) => (isTrialKeySecret(text) ? text : undefined),
    damage: `holds no secret of at least ${MIN_SECRET_LENGTH} characters any more: put a copy of the file back, or delete it to begin with a new secret, with which every address can have its trial again.`,
  });
}

/** A new secret, in hex. */
export function newTrialKeySecret(): string {
  return randomBytes(SECRET_BYTES).toString('hex');
}
