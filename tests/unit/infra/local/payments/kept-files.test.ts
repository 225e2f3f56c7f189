import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readEnv } from '../../../../../functions/env.ts';
import { emptyAccount } from '../../../../../infra/local/payments/account.ts';
import { keptAccount } from '../../../../../infra/local/payments/kept-account.ts';
import { keptPaymentSecrets } from '../../../../../infra/local/payments/secrets.ts';
import { StartError } from '../../../../../infra/local/start-error.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'payments-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('an account is empty at first, and after a restart what it was', () => {
  const account = keptAccount(folder);
  expect(account.read()).toEqual(emptyAccount);
  expect(readdirSync(folder)).toEqual([]);
  account.update((before) => ({ ...before, deliveryMode: 'twice' }));
  expect(account.read().deliveryMode).toBe('twice');
  expect(keptAccount(folder).read()).toEqual(account.read());
  expect(readdirSync(folder)).toEqual(['payments.json']);
  expect(statSync(join(folder, 'payments.json')).mode & 0o777).toBe(0o600);
});

test.each(['', '{', '[]', '{"sessions":1}'])('an account of %j ends the start', (text) => {
  writeFileSync(join(folder, 'payments.json'), text);
  expect(() => keptAccount(folder)).toThrow(StartError);
  expect(readFileSync(join(folder, 'payments.json'), 'utf8')).toBe(text);
});

test('secrets are made once, are settings that the server takes, and differ elsewhere', () => {
  const secrets = keptPaymentSecrets(folder);
  expect(keptPaymentSecrets(folder)).toEqual(secrets);
  const settings = {
    SITE_ORIGIN: 'http://localhost:4321',
    AUTH0_DOMAIN: 'http://localhost:4323',
    AUTH0_CLIENT_ID: 'x',
    DATABASE_URL: 'file:///x',
    TRIAL_KEY_SECRET: 'x'.repeat(32),
  };
  expect(readEnv({ ...settings, ...secrets })).toMatchObject({
    stripeSecretKey: secrets.STRIPE_SECRET_KEY,
    stripeWebhookSecret: secrets.STRIPE_WEBHOOK_SECRET,
  });
  rmSync(join(folder, 'payment-secrets.json'));
  expect(keptPaymentSecrets(folder)).not.toEqual(secrets);
});

test.each(['', '{}', '{"STRIPE_SECRET_KEY":"x"}'])('secrets of %j end the start', (text) => {
  writeFileSync(join(folder, 'payment-secrets.json'), text);
  expect(() => keptPaymentSecrets(folder)).toThrow(StartError);
});
