import { describe, expect, test } from 'vitest';
import { accessTokens } from '../../../../../src/client/api/access-tokens.ts';
import type { CallResult } from '../../../../../src/client/api/call-result.ts';

/** Tokens of 300 seconds, numbered, at a time that the test sets. */
function numbered() {
  let asked = 0;
  const clock = { nowMs: 0 };
  const tokens = accessTokens(
    async () => {
      asked += 1;
      return { ok: true, value: { accessToken: `token-${asked}`, expiresIn: 300 } };
    },
    () => clock.nowMs,
  );
  return { tokens, clock, asked: () => asked };
}

async function tokenOf(answer: Promise<CallResult<string>>): Promise<string | undefined> {
  const outcome = await answer;
  return outcome.ok ? outcome.value : undefined;
}

describe('access tokens', () => {
  test('are fetched when they are needed, once for all who ask at the same time', async () => {
    const { tokens, asked } = numbered();
    expect(asked()).toBe(0);
    const both = await Promise.all([tokenOf(tokens.get()), tokenOf(tokens.get())]);
    expect(both).toEqual(['token-1', 'token-1']);
    expect(asked()).toBe(1);
  });

  test.each([
    [269_999, 'token-1'],
    [270_000, 'token-2'],
  ])(
    'of 300 s are good until 30 s before their end: at %i ms it is %s',
    async (nowMs, expected) => {
      const { tokens, clock } = numbered();
      await tokens.get();
      clock.nowMs = nowMs;
      expect(await tokenOf(tokens.get())).toBe(expected);
    },
  );

  test('that were refused are fetched anew, unless that was done already', async () => {
    const { tokens, asked } = numbered();
    await tokens.get();
    tokens.forget('token-1');
    expect(await tokenOf(tokens.get())).toBe('token-2');
    tokens.forget('token-1');
    expect(await tokenOf(tokens.get())).toBe('token-2');
    expect(asked()).toBe(2);
  });

  test('that could not be fetched are asked for again the next time', async () => {
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
