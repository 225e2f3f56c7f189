import { afterEach, expect, it, vi } from 'vitest';
import { resultOf } from '../../../../../src/islands/shared/use-query.ts';

afterEach(() => vi.unstubAllGlobals());

it('a result stays as it is', async () => {
  const result = { ok: false, kind: 'unreachable' } as const;
  expect(await resultOf(Promise.resolve(result))).toBe(result);
});

it('a bug in a call is reported, and counts as a malformed reply', async () => {
  const reported = vi.fn<(cause: unknown) => void>();
  vi.stubGlobal('reportError', reported);
  const bug = new TypeError('A call of endSession says no id.');
  expect(await resultOf(Promise.reject(bug))).toEqual({ ok: false, kind: 'malformed' });
  expect(reported).toHaveBeenCalledExactlyOnceWith(bug);
});
