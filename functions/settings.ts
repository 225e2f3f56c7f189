import { type Env, missingSetting, standInKeyId } from './env.ts';

/*
 * Settings that only some functions have. Each function here throws a `SettingsError` when its
 * setting is missing.
 */

/**
 * The two origins: of the site, which makes access tokens, and of the flows, which accepts them.
 */
export function flowsSettings({ siteOrigin, flowsOrigin }: Env) {
  return { siteOrigin, flowsOrigin: given(flowsOrigin, 'PUBLIC_API_BASE') };
}

/** The private keys of the access tokens. */
export function accessTokenKeysOf({ accessTokenKeys }: Env) {
  return given(accessTokenKeys, 'ACCESS_TOKEN_KEYS');
}

/** How to call Stripe. */
export function stripeSettings({ siteOrigin, stripeSecretKey, stripeApiBase: apiBase }: Env) {
  return { siteOrigin, secretKey: given(stripeSecretKey, 'STRIPE_SECRET_KEY'), apiBase };
}

/** How to read Stripe's webhooks. */
export function stripeWebhookSettings(env: Env) {
  const webhookSecret = given(env.stripeWebhookSecret, 'STRIPE_WEBHOOK_SECRET');
  return { ...stripeSettings(env), webhookSecret };
}

/** How to reach the bucket of the uploads, and its keys: those of the process, or of the stand-in. */
export function uploadSettings({
  uploadBase,
  uploadServerBase,
  uploadSecret,
  awsCredentials,
}: Env) {
  return {
    base: given(uploadBase, 'UPLOAD_BASE'),
    serverBase: uploadServerBase,
    credentials:
      uploadSecret === undefined
        ? given(awsCredentials, 'UPLOAD_SECRET')
        : { accessKeyId: standInKeyId, secretAccessKey: uploadSecret },
  };
}

/**
 * The key of two HMACs: of the addresses that had a trial, and of the counted callers. The two
 * never have the same input: a counted caller begins with a word and a space, and no address does.
 */
export function trialKeySecretOf({ trialKeySecret }: Pick<Env, 'trialKeySecret'>): string {
  return given(trialKeySecret, 'TRIAL_KEY_SECRET');
}

/** The same key, and how many trials a network gets a day. */
export function trialSettings(env: Pick<Env, 'trialKeySecret' | 'trialsPerNetwork'>) {
  return { secret: trialKeySecretOf(env), trialsPerNetwork: env.trialsPerNetwork };
}

/** Where mail is handed in, and whom it comes from. SES takes the credentials of the process. */
export function mailSettings({ mailUrl, mailFrom, awsCredentials: credentials }: Env) {
  return { url: given(mailUrl, 'MAIL_URL'), from: given(mailFrom, 'MAIL_FROM'), credentials };
}

/** Of a ledger that finds the wallets of those who left. */
export function fingerprintSettings(env: Env): { readonly secret: string } {
  return { secret: trialKeySecretOf(env) };
}

function given<Value>(value: Value | undefined, name: Parameters<typeof missingSetting>[0]): Value {
  if (value === undefined) throw missingSetting(name);
  return value;
}
