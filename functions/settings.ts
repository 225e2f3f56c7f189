import { type Env, missingSetting } from './env.ts';

/**
 * The two origins: of the site, which makes the access tokens, and of the flows, which takes them.
 *
 * @throws {SettingsError} when the function was not given the second one
 */
export function flowsSettings(env: Env) {
  const { siteOrigin, flowsOrigin } = env;
  if (flowsOrigin === undefined) throw missingSetting('PUBLIC_API_BASE');
  return { siteOrigin, flowsOrigin };
}

/**
 * The private keys of the access tokens.
 *
 * @throws {SettingsError} when the function was not given any
 */
export function accessTokenKeysOf(env: Env): NonNullable<Env['accessTokenKeys']> {
  if (env.accessTokenKeys === undefined) throw missingSetting('ACCESS_TOKEN_KEYS');
  return env.accessTokenKeys;
}

/**
 * What a function needs to ask Stripe.
 *
 * @throws {SettingsError} when it was not given a key
 */
export function stripeSettings(env: Env) {
  const { siteOrigin, stripeSecretKey: secretKey, stripeApiBase: apiBase } = env;
  if (secretKey === undefined) throw missingSetting('STRIPE_SECRET_KEY');
  return { siteOrigin, secretKey, apiBase };
}

/**
 * What a function needs to read Stripe's webhooks.
 *
 * @throws {SettingsError} when it was not given both secrets
 */
export function stripeWebhookSettings(env: Env) {
  const { stripeWebhookSecret: webhookSecret } = env;
  if (webhookSecret === undefined) throw missingSetting('STRIPE_WEBHOOK_SECRET');
  return { ...stripeSettings(env), webhookSecret };
}

/**
 * The key of the HMACs that remember who had a trial, and under which calls are counted, for a
 * function that does either. The two cannot meet: what is counted begins with a word and a space,
 * and no address does.
 *
 * @throws {SettingsError} when it was not given one
 */
export function trialKeySecretOf({ trialKeySecret }: Pick<Env, 'trialKeySecret'>): string {
  if (trialKeySecret === undefined) throw missingSetting('TRIAL_KEY_SECRET');
  return trialKeySecret;
}
