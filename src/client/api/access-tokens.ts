import type { CallResult } from './outcome.ts';

/** The access tokens of a page. They are kept in its memory and nowhere else. */
export interface AccessTokens {
  /** One that is good for a while yet; whoever asks while one is fetched gets the same. */
  get(): Promise<CallResult<string>>;
  /** Forgets one that was refused, unless there is a newer one by now. */
  forget(token: string): void;
}

interface Issued {
  readonly accessToken: string;
  /** Seconds. */
  readonly expiresIn: number;
}

/** A token with less than this to live is not sent any more, in milliseconds: it may be under way. */
const leastLifeMs = 30_000;

/**
 * Fetches access tokens when there is none of use.
 * @param now the time, in milliseconds
 */
export function accessTokens(
  ask: () => Promise<CallResult<Issued>>,
  now: () => number,
): AccessTokens {
  let kept: { readonly token: string; readonly goodUntilMs: number } | undefined;
  let asking: Promise<CallResult<string>> | undefined;

  const fetchOne = async (): Promise<CallResult<string>> => {
    // Its life is counted from before it was asked for, which is never later than when it began.
    const askedAtMs = now();
    const outcome = await ask();
    asking = undefined;
    if (!outcome.ok) return outcome;
    const { accessToken: token, expiresIn } = outcome.value;
    kept = { token, goodUntilMs: askedAtMs + expiresIn * 1_000 - leastLifeMs };
    return { ok: true, value: token };
  };

  return {
    async get() {
      if (kept && now() < kept.goodUntilMs) return { ok: true, value: kept.token };
      asking ??= fetchOne();
      return asking;
    },
    forget(token) {
      if (kept?.token === token) kept = undefined;
    },
  };
}
