import { expect, test } from 'vitest';
import { type Env, SettingsError } from '../../../functions/env.ts';
import {
  stripeSettings,
  stripeWebhookSettings,
  trialKeySecretOf,
} from '../../../functions/settings.ts';

const env: Env = {
  siteOrigin: 'https://www.example.com',
  issuer: 'https://tenant.example/',
  clientId: 'client',
  requiredSignIn: [],
  databaseUrl: 'file:///nowhere',
  trialKeySecret: 'f'.repeat(32),
  trialsPerNetwork: 30,
};
const [stripeSecretKey, stripeWebhookSecret] = ['sk_test_0123456789', 'whsec_0123456789abcdef'];

test('a function gets the settings that it needs and no more', () => {
  const all = { ...env, stripeSecretKey, stripeWebhookSecret };
  const asking = { siteOrigin: env.siteOrigin, secretKey: stripeSecretKey, apiBase: undefined };
  expect(stripeSettings(all)).toEqual(asking);
  expect(stripeWebhookSettings(all)).toEqual({ ...asking, webhookSecret: stripeWebhookSecret });
});

test.each([
  ['STRIPE_SECRET_KEY', () => stripeSettings(env)],
  ['STRIPE_WEBHOOK_SECRET', () => stripeWebhookSettings({ ...env, stripeSecretKey })],
  ['STRIPE_SECRET_KEY', () => stripeWebhookSettings({ ...env, stripeWebhookSecret })],
])('without %s a function that needs it does not start', (name, read) => {
  expect(read).toThrow(SettingsError);
  expect(read).toThrow(new RegExp(`^${name} is missing; `));
});

test('a function without the key names the missing setting', () => {
  expect(() => trialKeySecretOf({})).toThrow(SettingsError);
  expect(() => trialKeySecretOf({})).toThrow(/^TRIAL_KEY_SECRET is missing; /);
});
