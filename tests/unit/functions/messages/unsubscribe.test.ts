import { expect, test } from 'vitest';
import {
  readUnsubscribeToken,
  unsubscribeToken,
} from '../../../../functions/domain/message/delivery.ts';

const secret = 'a secret of the tests, long enough for one';
const walletId = '0195f0a0-0000-7000-8000-000000000001';

test('a token says whose mail about what shall end', () => {
  const token = unsubscribeToken({ walletId, topic: 'runs' }, secret);
  expect(readUnsubscribeToken(token, secret)).toEqual({ walletId, topic: 'runs' });
});

test.each([
  '',
  'a.b.c',
  `${walletId}.runs.`,
  `${walletId}.receipts.x`,
  unsubscribeToken({ walletId, topic: 'runs' }, `${secret}!`),
  unsubscribeToken({ walletId, topic: 'runs' }, secret).replace('runs', 'expiry'),
])('a token that we did not make says nothing: %s', (token) => {
  expect(readUnsubscribeToken(token, secret)).toBeUndefined();
});
