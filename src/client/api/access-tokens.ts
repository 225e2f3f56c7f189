import type { CallResult } from './call-result.ts';

/** The access tokens of a page. They stay in its memory and are stored nowhere. */
export interface AccessTokens {
  /** Returns a token that is still valid for a while. Concurrent calls share one request. */
  get(): Promise<CallResult<string>>;
  /** Discards a token that was refused, unless there is a newer one already. */
  forget(token: string): void;
}

/** A token that expires sooner is not used: it might expire on the way. In milliseconds. */
const minLifetimeMs = 30_000;

/**
 * Fetches an access token when there is no valid one.
 * @param fetchToken returns a new token, and its lifetime in seconds
 * @param now the time, in milliseconds
 */
export function accessTokens(
  fetchToken: () => Promise<
    CallResult<{ readonly accessToken: string; readonly expiresIn: number }>
  >,
  now: () => number,
): AccessTokens {
  let current: { readonly token: string; readonly usableUntilMs: number } | undefined;
  let pending: Promise<CallResult<string>> | undefined;

  const refresh = async (): Promise<CallResult<string>> => {
    // The lifetime counts from before the request, which is never later than when it began.
    const requestedAtMs = now();
    const result = await fetchToken();
    pending = undefined;
    if (!result.ok) return result;
    const { accessToken: token, expiresIn } = result.value;
    current = { token, usableUntilMs: requestedAtMs + expiresIn * 1_000 - minLifetimeMs };
    return { ok: true, value: token };
  };

  return {
    async get() {
      if (current && now() < current.usableUntilMs) return { ok: true, value: current.token };
      pending ??= refresh();
      return pending;
    },
    forget(token) {
      if (current?.token === token) current = undefined;
    },
  };
}
