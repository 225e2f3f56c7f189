import { generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { keptFile } from '../kept-file.ts';
import { parseJson } from '../parse-json.ts';

/** RFC 7518, section 3.3: 2,048 bits or more. */
const RSA_BITS = 2_048;

const signingKeySchema = z.looseObject({
  kty: z.literal('RSA'),
  n: z.string(),
  e: z.string(),
  d: z.string(),
  alg: z.literal('RS256'),
  use: z.literal('sig'),
});

/** A private key as a JSON Web Key (RFC 7517). */
export type SigningKey = z.infer<typeof signingKeySchema>;

/**
 * The key that signs ID tokens. It is made once and kept in the data folder, so that whoever holds
 * the public half in a cache needs no other after a restart.
 *
 * @throws {StartError} when the file holds something else
 */
export function signingKey(dataDir: string): SigningKey {
  return keptFile({
    path: join(dataDir, 'identity-provider-key.json'),
    make: makeKey,
    read: (text) => z.safeParse(signingKeySchema, parseJson(text)).data,
    damage:
      "does not hold the identity provider's key any more: delete the file, and the next start makes a new one.",
  });
}

function makeKey(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: RSA_BITS });
  return JSON.stringify({ ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' });
}
