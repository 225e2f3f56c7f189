import { type CryptoKey, importJWK } from 'jose';
import * as z from 'zod/mini';
import type { jwksSchema } from '../../../src/contract/access-token.ts';

/** The keys that are published: the one that signs, and the one before or after it. */
const MAX_KEYS = 2;

/** 32 bytes as base64url (RFC 7518, section 6.2.1.2). */
const coordinate = z.string().check(z.regex(/^[\w-]{43}$/));

const privateKeySchema = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: coordinate,
  y: coordinate,
  d: coordinate,
  kid: z.string().check(z.regex(/^[\w.-]{1,64}$/)),
});

const privateKeysSchema = z
  .array(privateKeySchema)
  .check(z.minLength(1), z.maxLength(MAX_KEYS), z.refine(haveDifferentIds));

/** A private P-256 key as a JSON Web Key (RFC 7518, section 6.2). */
export type PrivateKey = z.infer<typeof privateKeySchema>;

/**
 * The private keys in a text of JSON, the one that signs first.
 *
 * @throws Error when they are not one or two P-256 keys with ids of their own; the message holds
 * nothing of them
 */
export function readPrivateKeys(text: string): readonly PrivateKey[] {
  const parsed = z.safeParse(privateKeysSchema, JSON.parse(text));
  if (!parsed.success) throw new Error('The keys of the access tokens are not P-256 keys.');
  return parsed.data;
}

/** Their public parts, for whoever verifies (RFC 7517, section 5). */
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

/** A key as jose signs with it. */
export async function importPrivateKey(key: PrivateKey): Promise<CryptoKey> {
  const imported = await importJWK({ ...key, ext: false }, 'ES256');
  if (imported instanceof Uint8Array) throw new TypeError('A P-256 key is no secret of bytes.');
  return imported;
}

function haveDifferentIds(keys: readonly { readonly kid: string }[]): boolean {
  return new Set(keys.map(({ kid }) => kid)).size === keys.length;
}
