import { describe, expect, test } from 'vitest';
import { accessTokens } from '../../../../../src/client/api/access-tokens.ts';
import type { CallResult } from '../../../../../src/client/api/call-result.ts';

/** Numbered tokens of 300 seconds, with a clock that the test sets. */
function numbered() {
  let requests = 0;
  const clock = { nowMs: 0 };
  const tokens = accessTokens(
    async () => {
      requests += 1;
      return { ok: true, value: { accessToken: `token-${requests}`, expiresIn: 300 } };
    },
    () => clock.nowMs,
  );
  return { tokens, clock, requests: () => requests };
}

async function tokenOf(answer: Promise<CallResult<string>>): Promise<string | undefined> {
  const outcome = await answer;
  return outcome.ok ? outcome.value : undefined;
}

describe('access tokens', () => {
  test('are fetched when needed, once for concurrent calls', async () => {
    const { tokens, requests } = numbered();
    expect(requests()).toBe(0);
    const both = await Promise.all([tokenOf(tokens.get()), tokenOf(tokens.get())]);
    expect(both).toEqual(['token-1', 'token-1']);
    expect(requests()).toBe(1);
  });

  test.each([
    [269_999, 'token-1'],
    [270_000, 'token-2'],
  ])(
    'of 300 s are used until 30 s before they expire: at %i ms it is %s',
    async (nowMs, expected) => {
      const { tokens, clock } = numbered();
      await tokens.get();
      clock.nowMs = nowMs;
      expect(await tokenOf(tokens.get())).toBe(expected);
    },
  );

  test('that were refused are replaced, unless that has happened already', async () => {
    const { tokens, requests } = numbered();
    await tokens.get();
    tokens.forget('token-1');
    expect(await tokenOf(tokens.get())).toBe('token-2');
    tokens.forget('token-1');
    expect(await tokenOf(tokens.get())).toBe('token-2');
    expect(requests()).toBe(2);
  });

  test('that could not be fetched are fetched the next time', async () => {
    const answers: CallResult<{ accessToken: string; expiresIn: number }>[] = [
      { ok: false, kind: 'unreachable' },
      { ok: true, value: { accessToken: 'late', expiresIn: 300 } },
    ];
    const unknown = { ok: false, kind: 'malformed' } as const;
    const tokens = accessTokens(
      async () => answers.shift() ?? unknown,
      () => 0,
    );
    expect(await tokens.get()).toEqual({ ok: false, kind: 'unreachable' });
    expect(await tokenOf(tokens.get())).toBe('late');
  });
});
