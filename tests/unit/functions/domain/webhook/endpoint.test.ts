import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { signBody } from '../../../../../functions/adapters/webhook/call-endpoint.ts';
import {
  type Endpoint,
  keyCheckOf,
  signingSecrets,
} from '../../../../../functions/domain/webhook/endpoint.ts';

const key = 'k'.repeat(32);
const now = new Date();
const endpoint: Endpoint = {
  id: '0195f0a0-0000-7000-8000-000000000001',
  url: 'https://example.com/',
  events: ['credits.granted'],
  secretNumber: 1,
  keyCheck: keyCheckOf(key),
  createdAt: now,
  formerUntil: null,
  disabledAt: null,
};

test('a secret is 32 bytes of its own endpoint, number and key', () => {
  const [first = ''] = signingSecrets(endpoint, key, now);
  expect(Buffer.from(first.replace('whsec_', ''), 'base64')).toHaveLength(32);
  const other = 'o'.repeat(32);
  const others = [
    signingSecrets({ ...endpoint, id: endpoint.id.replace('1', '2') }, key, now),
    signingSecrets({ ...endpoint, secretNumber: 2 }, key, now),
    signingSecrets({ ...endpoint, keyCheck: keyCheckOf(other) }, other, now),
  ];
  expect(new Set([first, ...others.flat()]).size).toBe(4);
});

test('while a secret rotates both sign, and each is enough for a service', () => {
  const [former = ''] = signingSecrets(endpoint, key, now);
  const formerUntil = new Date(now.getTime() + 1);
  const rotated = { ...endpoint, secretNumber: 2, formerUntil };
  const [newer = '', ...before] = signingSecrets(rotated, key, now);
  expect(before).toEqual([former]);
  expect(signingSecrets(rotated, key, formerUntil)).toEqual([newer]);
  const signatures = [newer, former].map((secret) => signBody(secret, 'id', now, '{"a":1}'));
  const headers = {
    'webhook-id': 'id',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    'webhook-signature': signatures.join(' '),
  };
  for (const secret of [newer, former]) {
    expect(new Webhook(secret).verify('{"a":1}', headers)).toEqual({ a: 1 });
    expect(() => new Webhook(secret).verify('{"a":2}', headers)).toThrow('No matching signature');
  }
});

test('a key that did not make the secret signs nothing', () => {
  expect(() => signingSecrets(endpoint, 'o'.repeat(32), now)).toThrow(
    'Another key made the secret',
  );
});
