import { type CryptoKey, importJWK } from 'jose';
import type * as z from 'zod/mini';
import type { jwksSchema } from '../../../src/contract/auth.ts';

/** A private P-256 key as a JSON Web Key (RFC 7518, section 6.2). */
export interface PrivateKey {
  readonly kty: 'EC';
  readonly crv: 'P-256';
  readonly x: string;
  readonly y: string;
  readonly d: string;
  readonly kid: string;
}

/** The public parts of keys as a JWKS (RFC 7517, section 5). */
export function publicKeysOf(keys: readonly PrivateKey[]): z.infer<typeof jwksSchema> {
  return {
    keys: keys.map(({ kty, crv, x, y, kid }) => ({
      kty,
      crv,
      x,
      y,
      kid,
      alg: 'ES256',
      use: 'sig',
    })),
  };
}

export async function importPrivateKey(key: PrivateKey): Promise<CryptoKey> {
  const imported = await importJWK({ ...key, ext: false }, 'ES256');
  if (imported instanceof Uint8Array) throw new TypeError('A P-256 key is no secret of bytes.');
  return imported;
}
