import { afterEach, expect, it, vi } from 'vitest';
import { settled } from '../../../../../src/islands/shared/use-query.ts';

afterEach(() => vi.unstubAllGlobals());

it('an outcome stays what it is', async () => {
  const outcome = { ok: false, reason: 'unreachable' } as const;
  expect(await settled(Promise.resolve(outcome))).toBe(outcome);
});

it('a bug on the way to an answer is reported, and is no answer', async () => {
  const reported = vi.fn<(cause: unknown) => void>();
  vi.stubGlobal('reportError', reported);
  const bug = new TypeError('A call of endSession says no id.');
  expect(await settled(Promise.reject(bug))).toEqual({ ok: false, reason: 'malformed' });
  expect(reported).toHaveBeenCalledExactlyOnceWith(bug);
});
