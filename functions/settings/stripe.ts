import { type Env, missingSetting } from '../env.ts';

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
