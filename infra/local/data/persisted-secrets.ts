import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { isKeyList, isTrialKeySecret, MIN_SECRET_LENGTH } from '../../../functions/env.ts';
import { isErrno, StartError } from '../errors.ts';
import { parseJson, replaceFile } from './data-folder.ts';

const TRIAL_KEY_BYTES = 32;
const PAYMENT_SECRET_BYTES = 24;
/** RFC 7518, section 3.3: 2,048 bits or more. */
const RSA_BITS = 2_048;

interface SecretFile<Value> {
  readonly path: string;
  /** Makes the content of a new file. */
  readonly make: () => string;
  /** The value of a file's content; `undefined` when the content is unusable. */
  readonly read: (text: string) => Value | undefined;
  /** Completes the error message about an unusable file, after its path. */
  readonly damage: string;
}

/**
 * The secret in a file of the data folder. The first call makes the secret and writes the file.
 * @throws {StartError} when the content is unusable; the file is left as it is
 * @throws the file system's error when the file can be neither read nor written
 */
export function persistedSecret<Value>({ path, make, read, damage }: SecretFile<Value>): Value {
  const value = read(readOrWrite(path, make));
  if (value === undefined) throw new StartError(`${path} ${damage}`);
  return value;
}

function readOrWrite(path: string, make: () => string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (!isErrno(error, 'ENOENT')) throw error;
    const text = make();
    replaceFile(path, text);
    return text;
  }
}

/** The key of the HMAC by which the database remembers who had a trial. */
export function persistedTrialKeySecret(dataDir: string): string {
  return persistedSecret({
    path: trialKeyPath(dataDir),
    make: newTrialKeySecret,
    read: (text) => (isTrialKeySecret(text) ? text : undefined),
    damage: `holds no secret of at least ${MIN_SECRET_LENGTH} characters any more: put a copy of the file back, or delete it to begin with a new secret, with which every address can have its trial again.`,
  });
}

/** The same key, if the product has made one here; this makes none. */
export function keptTrialKeySecret(dataDir: string): string | undefined {
  return existsSync(trialKeyPath(dataDir)) ? persistedTrialKeySecret(dataDir) : undefined;
}

function trialKeyPath(dataDir: string): string {
  return join(dataDir, 'trial-key-secret');
}

export function newTrialKeySecret(): string {
  return randomBytes(TRIAL_KEY_BYTES).toString('hex');
}

/** The private keys that sign access tokens, in the form of `ACCESS_TOKEN_KEYS`. */
export function persistedAccessTokenKeys(dataDir: string): string {
  return persistedSecret({
    path: join(dataDir, 'access-token-keys.json'),
    make: newAccessTokenKeys,
    read: (text) => (isKeyList(text) ? text : undefined),
    damage:
      'does not hold the keys of the access tokens any more: delete the file, and the next start makes a new one.',
  });
}

export function newAccessTokenKeys(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return JSON.stringify([{ ...privateKey.export({ format: 'jwk' }), kid: 'local' }]);
}

const paymentSecretsSchema = z.object({
  STRIPE_SECRET_KEY: z.string().check(z.regex(/^sk_test_\w+$/)),
  STRIPE_WEBHOOK_SECRET: z.string().check(z.regex(/^whsec_\w+$/)),
});

/** The secrets that the product shares with the local payments, under the names of the settings. */
export type PaymentSecrets = z.infer<typeof paymentSecretsSchema>;

/** Each installation has its own: with a common secret, any web page could report a payment. */
export function persistedPaymentSecrets(dataDir: string): PaymentSecrets {
  return persistedSecret({
    path: join(dataDir, 'payment-secrets.json'),
    make: () => JSON.stringify(newPaymentSecrets()),
    read: (text) => z.safeParse(paymentSecretsSchema, parseJson(text)).data,
    damage:
      "does not hold the local payments' secrets any more: delete the file, and the next start makes new ones.",
  });
}

export function newPaymentSecrets(): PaymentSecrets {
  const secret = () => randomBytes(PAYMENT_SECRET_BYTES).toString('hex');
  return { STRIPE_SECRET_KEY: `sk_test_${secret()}`, STRIPE_WEBHOOK_SECRET: `whsec_${secret()}` };
}

/** The secret key with which the product signs the addresses of our own stand-in for S3. */
export function persistedUploadSecret(dataDir: string): string {
  return persistedSecret({
    path: join(dataDir, 'upload-secret'),
    make: newTrialKeySecret,
    read: (text) => (text.length >= MIN_SECRET_LENGTH ? text : undefined),
    damage:
      'does not hold the secret of the uploads any more: delete the file, and the next start makes a new one.',
  });
}

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

/** The key that signs ID tokens. It survives a restart, so that a cached public key stays valid. */
export function persistedSigningKey(dataDir: string): SigningKey {
  return persistedSecret({
    path: join(dataDir, 'identity-provider-key.json'),
    make: newSigningKey,
    read: (text) => z.safeParse(signingKeySchema, parseJson(text)).data,
    damage:
      "does not hold the identity provider's key any more: delete the file, and the next start makes a new one.",
  });
}

function newSigningKey(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: RSA_BITS });
  return JSON.stringify({ ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' });
}
