import { expect, test } from 'vitest';
import { SettingsError } from '../../../../functions/env.ts';
import { describeError } from '../../../../functions/http/log.ts';

/** An error as libraries throw them, with a message that may hold anything. */
function foreign(code: unknown, cause?: unknown): Error {
  return Object.assign(new TypeError('ada@example.com', { cause }), { code });
}

test('an error is written with its name, its code, where it was thrown, and what it came of', () => {
  const described = describeError(foreign(undefined, foreign('ENOTFOUND', foreign('40001'))));
  expect(described).toEqual({
    name: 'TypeError',
    frames: expect.arrayContaining([expect.stringMatching(/^at /)]),
    causes: [
      { name: 'TypeError', code: 'ENOTFOUND' },
      { name: 'TypeError', code: '40001' },
    ],
  });
});

test('no message of another’s error is written, nor a code that is a sentence', () => {
  const described = describeError(foreign('key (ada) exists', foreign('ada@example.com', 'ada')));
  expect(described).toMatchObject({ causes: [{ name: 'TypeError' }, { name: 'string' }] });
  expect(JSON.stringify({ ...described, frames: [] })).not.toContain('ada');
});

test('an error without a code is known by its type, as those of Stripe are', () => {
  const limited = Object.assign(new Error('Slow down.'), { type: 'StripeRateLimitError' });
  expect(describeError(limited)).toMatchObject({ name: 'Error', code: 'StripeRateLimitError' });
});

test('a chain of causes ends, also one that leads back to its beginning', () => {
  const first = new Error('first');
  first.cause = new Error('second', { cause: first });
  expect(describeError(first).causes).toHaveLength(5);
});

test('what is thrown and is no error has the name of its kind', () => {
  expect(describeError('ada')).toEqual({ name: 'string', frames: [] });
});

test('a message that we write ourselves is written whole', () => {
  const error = new SettingsError(['SITE_ORIGIN is missing.']);
  expect(describeError(error)).toMatchObject({ message: 'SITE_ORIGIN is missing.' });
});
