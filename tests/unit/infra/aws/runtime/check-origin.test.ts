import { expect, test } from 'vitest';
import { checkOrigin } from '../../../../../infra/aws/runtime/check-origin.ts';

test.each([
  ['the secret', { 'x-origin-secret': 'right' }, { ORIGIN_SECRET: 'right' }, true],
  ['another secret', { 'x-origin-secret': 'wrong' }, { ORIGIN_SECRET: 'right' }, false],
  ['a part of it', { 'x-origin-secret': 'righ' }, { ORIGIN_SECRET: 'right' }, false],
  ['nothing', {}, { ORIGIN_SECRET: 'right' }, false],
  ['nothing, where none is known', {}, {}, false],
  ['an empty one, where none is known', { 'x-origin-secret': '' }, { ORIGIN_SECRET: '' }, false],
])('who sends %s: %j to %j passes: %s', async (_what, headers, env, isAuthorized) => {
  expect(await checkOrigin(env)({ headers })).toEqual({ isAuthorized });
});
