import { type Env, missingSetting, SettingsError, standInKeyId } from './env.ts';

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

/** How to call Stripe, and whether it makes invoices. */
export function stripeSettings({ siteOrigin, stripeSecretKey, ...env }: Env) {
  const { stripeApiBase: apiBase, stripeInvoices: invoices } = env;
  return { siteOrigin, secretKey: given(stripeSecretKey, 'STRIPE_SECRET_KEY'), apiBase, invoices };
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

/**
 * Where mail is handed in, and whom it comes from. SES takes the credentials of the process. The rules
 * are here and not in `env.ts`, because one function alone sends, and all load that file.
 */
export function mailSettings({
  mailUrl = '',
  mailFrom = '',
  awsCredentials: credentials,
}: Pick<Env, 'mailUrl' | 'mailFrom' | 'awsCredentials'>) {
  const sentences = mailSentences(mailUrl, mailFrom);
  if (sentences.length > 0) throw new SettingsError(sentences);
  return { url: mailUrl, from: mailFrom, credentials };
}

/**
 * An address that mail servers take without an extension: the atoms of RFC 5322, section 3.2.3, and a host
 * name, whose letters beyond ASCII are written as `xn--`.
 */
export const mailAddress =
  /^(?=[^@]{1,64}@)[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?=.{1,253}$)[a-z\d-]+(?:\.[a-z\d-]+)+$/i;

/** A sentence for each of the two that is missing or malformed. */
export function mailSentences(mailUrl: string, mailFrom: string): readonly string[] {
  return [
    ...(isMailUrl(mailUrl) ? [] : [mailUrlSentence]),
    ...(mailAddress.test(mailFrom) ? [] : [mailFromSentence]),
  ];
}

const mailUrlSentence =
  'MAIL_URL is missing or malformed; it must be the address of an SMTP server, such as smtps://user:password@smtp.example.com, or ses://eu-central-1 for Amazon SES: copy it from your mail provider.';
const mailFromSentence =
  'MAIL_FROM is missing or malformed; it must be the address that mail comes from, such as hello@example.com: one of a domain of yours. Without it, that is contactEmail in src/site.config.ts.';

function isMailUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname } = new URL(value);
  return ['smtp:', 'smtps:', 'ses:'].includes(protocol) && hostname !== '';
}

/** Whether webhooks may go to this machine: where the site itself is on it, as no deployment's is. */
export function allowsLoopback(siteOrigin: string): boolean {
  return siteOrigin.startsWith('http://');
}

function given<Value>(value: Value | undefined, name: Parameters<typeof missingSetting>[0]): Value {
  if (value === undefined) throw missingSetting(name);
  return value;
}
