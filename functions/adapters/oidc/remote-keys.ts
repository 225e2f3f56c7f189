import {
  createRemoteJWKSet,
  customFetch,
  errors,
  type FetchImplementation,
  type JWTVerifyGetKey,
} from 'jose';

/** How long the fetch of the keys may take, in milliseconds. */
const KEYS_TIMEOUT_MS = 5_000;

/** How long we use fetched keys before we fetch them again, in milliseconds. */
const KEYS_MAX_AGE_MS = 10 * 60 * 1_000;

/** The shortest time between two fetches for tokens with an unknown key, in milliseconds. */
const KEYS_COOLDOWN_MS = 30 * 1_000;

/** The pause after a failed fetch, in ms from its request; more than `KEYS_TIMEOUT_MS`. */
const KEYS_PAUSE_MS = 10 * 1_000;

/** Shortest RSA modulus of RS256, in bits (RFC 7518, section 3.3). */
const MIN_KEY_BITS = 2_048;

/** The keys could not be fetched, or the key that a token names is unusable. */
export class KeysUnreachableError extends Error {
  override readonly name = 'KeysUnreachableError';
}

type FindKey = (now: Date, ...token: Parameters<JWTVerifyGetKey>) => Promise<CryptoKey>;

/**
 * Finds keys in the JWKS at an address, the identity provider's or our own. By default it accepts RSA
 * keys for RS256. The returned function throws jose's `JWKSNoMatchingKey` and
 * `JWKSMultipleMatchingKeys`, which are faults of the token. For every other failure, which is a fault
 * of the provider, it throws `KeysUnreachableError`.
 */
export function remoteKeys(address: URL, isAcceptable = isStrong): FindKey {
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
 * Fetches the keys when they are missing, too old, or lack the key of a token. jose's own throttle
 * ignores failed fetches. So its limits are infinite, and it fetches only when we call `reload`.
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

/**
 * Limits how often we fetch. Parallel fetches are one, because jose joins them. A time that lies ahead
 * counts like one that is past: once the clock was put back, it would keep us from fetching.
 */
function pacedFetches(reload: () => Promise<void>) {
  let fetchedAtMs = Number.NEGATIVE_INFINITY;
  let failedAtMs = Number.NEGATIVE_INFINITY;
  return {
    isOlderThan: (ageMs: number, now: Date) => Math.abs(now.getTime() - fetchedAtMs) >= ageMs,
    fetch: async (now: Date) => {
      if (Math.abs(now.getTime() - failedAtMs) < KEYS_PAUSE_MS)
        throw new Error('The provider failed a moment ago.');
      try {
        await reload();
        fetchedAtMs = now.getTime();
      } catch (error) {
        failedAtMs = now.getTime();
        throw error;
      }
    },
  };
}

function isStrong({ algorithm }: CryptoKey): boolean {
  return 'modulusLength' in algorithm && Number(algorithm.modulusLength) >= MIN_KEY_BITS;
}

/** The largest key set that we read, in bytes; real ones have about 3,000. */
const MAX_ANSWER_BYTES = 64 * 1_024;

/** `fetch`, with an error for a body of more than `MAX_ANSWER_BYTES`. */
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
