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

const ours = unsubscribeToken({ walletId, topic: 'runs' }, secret);

test.each([
  ['nothing', ''],
  ['three words', 'a.b.c'],
  ['no seal', `${walletId}.runs.`],
  ['no seal and no dot before it', `${walletId}.runs`],
  ['no topic that can be ended', `${walletId}.receipts.x`],
  ['the seal of another secret', unsubscribeToken({ walletId, topic: 'runs' }, `${secret}!`)],
  ['the seal of another topic', ours.replace('runs', 'expiry')],
  ['the seal of another wallet', ours.replace(/^0/, '1')],
  ['something behind a third dot', `${ours}.x`],
  ['a dot at its end', `${ours}.`],
  ['a seal that goes on', `${ours}A`],
  ['a seal that ends early', ours.slice(0, -1)],
  ['the padding of base64', `${ours}=`],
  ['a space before it', ` ${ours}`],
  ['a line break behind it', `${ours}\n`],
  ['a zero character behind it', `${ours}\0`],
  ['itself twice', `${ours}.${ours}`],
  ['capital letters', ours.toUpperCase()],
  ['half a character', `\ud800${ours}`],
])('a token with %s says nothing', (_what, token) => {
  expect(readUnsubscribeToken(token, secret)).toBeUndefined();
});
