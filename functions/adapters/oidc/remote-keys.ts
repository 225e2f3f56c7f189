import {
  createRemoteJWKSet,
  customFetch,
  errors,
  type FetchImplementation,
  type JWTVerifyGetKey,
} from 'jose';

/** How long the provider may take to answer with its keys, in milliseconds. */
const KEYS_TIMEOUT_MS = 5_000;

/** How long fetched keys are used without asking again, in milliseconds. */
const KEYS_MAX_AGE_MS = 10 * 60 * 1_000;

/** How often a token with an unknown key may make us fetch the keys, in milliseconds. */
const KEYS_COOLDOWN_MS = 30 * 1_000;

/**
 * How long nobody asks a provider that gave no keys, in milliseconds from the request that asked.
 * Longer than `KEYS_TIMEOUT_MS`, or a provider that hangs would be asked again at once.
 */
const KEYS_PAUSE_MS = 10 * 1_000;

/** Which keys may verify a token; the others count as none. */
type IsAcceptable = (key: CryptoKey) => boolean;

/** Shortest RSA modulus of RS256, in bits (RFC 7518, section 3.3). */
const MIN_KEY_BITS = 2_048;

/** An address gave no keys, or the one that a token names is of no use. */
export class KeysUnreachableError extends Error {
  override readonly name = 'KeysUnreachableError';
}

/** Finds the key of a token at a time. */
type FindKey = (now: Date, ...token: Parameters<JWTVerifyGetKey>) => Promise<CryptoKey>;

/**
 * The keys at the address of a JWKS, the identity provider's or our own; RSA keys for RS256, unless
 * it is said which others are acceptable. What is returned throws jose's `JWKSNoMatchingKey` and
 * `JWKSMultipleMatchingKeys`, which are the token's fault, and for all else, which is the
 * provider's, `KeysUnreachableError`.
 */
export function remoteKeys(address: URL, isAcceptable: IsAcceptable = isStrong): FindKey {
  const findKey = fetchedKeys(address);
  return async (now, header, token) => {
    try {
      const key = await findKey(now, header, token);
      if (!isAcceptable(key)) throw new RangeError('The key is too short, or of another kind.');
      return key;
    } catch (cause) {
      if (cause instanceof errors.JWKSNoMatchingKey) throw cause;
      if (cause instanceof errors.JWKSMultipleMatchingKeys) throw cause;
      throw new KeysUnreachableError('No usable key', { cause });
    }
  };
}

/**
 * Keys that are fetched when they are missing, too old, or without the one that is looked for.
 * jose's own throttle counts the fetches that succeeded and not those that failed, so it gets
 * limits that never pass, and fetches when it is told to.
 */
function fetchedKeys(address: URL): FindKey {
  const keys = createRemoteJWKSet(address, {
    timeoutDuration: KEYS_TIMEOUT_MS,
    cacheMaxAge: Number.POSITIVE_INFINITY,
    cooldownDuration: Number.POSITIVE_INFINITY,
    [customFetch]: boundedFetch,
  });
  const fetches = pacedFetches(keys.reload);
  return async (now, header, token) => {
    if (fetches.isOlderThan(KEYS_MAX_AGE_MS, now)) await fetches.fetch(now);
    try {
      return await keys(header, token);
    } catch (error) {
      const isUnknown = error instanceof errors.JWKSNoMatchingKey;
      if (!isUnknown || !fetches.isOlderThan(KEYS_COOLDOWN_MS, now)) throw error;
    }
    await fetches.fetch(now);
    return keys(header, token);
  };
}

/** Remembers how fetches went. Those that are asked for at the same time are one: jose joins them. */
function pacedFetches(reload: () => Promise<void>) {
  let fetchedAtMs = Number.NEGATIVE_INFINITY;
  let pausedUntilMs = Number.NEGATIVE_INFINITY;
  return {
    isOlderThan: (ageMs: number, now: Date) => now.getTime() >= fetchedAtMs + ageMs,
    fetch: async (now: Date) => {
      if (now.getTime() < pausedUntilMs) throw new Error('The provider failed a moment ago.');
      try {
        await reload();
        fetchedAtMs = now.getTime();
      } catch (error) {
        pausedUntilMs = now.getTime() + KEYS_PAUSE_MS;
        throw error;
      }
    },
  };
}

function isStrong({ algorithm }: CryptoKey): boolean {
  return 'modulusLength' in algorithm && Number(algorithm.modulusLength) >= MIN_KEY_BITS;
}

/** Largest answer that is read from the provider, in bytes; real key sets have about 3,000. */
const MAX_ANSWER_BYTES = 64 * 1_024;

/** `fetch`, except that reading a body of more than `MAX_ANSWER_BYTES` fails. */
const boundedFetch: FetchImplementation = async (url, options) => {
  const { body, status } = await fetch(url, options);
  return new Response(body?.pipeThrough(limit(MAX_ANSWER_BYTES)) ?? null, { status });
};

function limit(
  maxBytes: number,
): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let seenBytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      seenBytes += chunk.byteLength;
      if (seenBytes > maxBytes) controller.error(new RangeError('The answer is too large.'));
      else controller.enqueue(chunk);
    },
  });
}
