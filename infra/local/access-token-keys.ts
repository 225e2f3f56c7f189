import { generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import { isKeyList } from '../../functions/env.ts';
import { keptFile } from './kept-file.ts';

/**
 * The private keys of the access tokens as the data folder keeps them, as `ACCESS_TOKEN_KEYS` takes
 * them; one is made once.
 *
 * @throws {StartError} when the file holds something else
 * @throws the file system's error when the file can be neither read nor written
 */
export function keptAccessTokenKeys(dataDir: string): string {
  return keptFile({
    path: join(dataDir, 'access-token-keys.json'),
    make: newAccessTokenKeys,
    read: (text) => (isKeyList(text) ? text : undefined),
    damage:
      'does not hold the keys of the access tokens any more: delete the file, and the next start makes a new one.',
  });
}

/** A list of one new key. */
export function newAccessTokenKeys(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return JSON.stringify([{ ...privateKey.export({ format: 'jwk' }), kid: 'local' }]);
}
