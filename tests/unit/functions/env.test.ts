import { expect, test } from 'vitest';
import { isKeyList, missingSetting, readEnv, SettingsError } from '../../../functions/env.ts';
import { newAccessTokenKeys } from '../../../infra/local/data/persisted-secrets.ts';

const good = {
  SITE_ORIGIN: 'https://www.example.com',
  AUTH0_DOMAIN: 'tenant.eu.auth0.com',
  AUTH0_CLIENT_ID: 'aBcD1234',
  DATABASE_URL: 'postgres://user:secret@db.example.com:5432/millrace',
  TRIAL_KEY_SECRET: 'f'.repeat(32),
};

function sentencesAbout(source: Readonly<Record<string, string | undefined>>): readonly string[] {
  try {
    readEnv(source);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.sentences;
    throw error;
  }
}

test('complete settings are read, and the issuer follows from the domain', () => {
  expect(readEnv({ ...good, UNRELATED: 'x' })).toEqual({
    siteOrigin: 'https://www.example.com',
    issuer: 'https://tenant.eu.auth0.com/',
    clientId: 'aBcD1234',
    requiredSignIn: [],
    databaseUrl: 'postgres://user:secret@db.example.com:5432/millrace',
    trialKeySecret: 'f'.repeat(32),
    trialsPerNetwork: 30,
  });
});

test('only functions that call the payment service have its secrets', () => {
  const stripe = {
    STRIPE_SECRET_KEY: 'rk_live_0123456789',
    STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef',
    STRIPE_API_BASE: 'http://localhost:4324',
  };
  expect(readEnv({ ...good, ...stripe })).toEqual({
    ...readEnv(good),
    stripeSecretKey: 'rk_live_0123456789',
    stripeWebhookSecret: 'whsec_0123456789abcdef',
    stripeApiBase: 'http://localhost:4324',
  });
});

test('the proofs that a sign-in needs are read in their order; without the setting there are none', () => {
  expect(readEnv(good).requiredSignIn).toEqual([]);
  expect(readEnv({ ...good, REQUIRED_SIGN_IN: 'amr:mfa acr:a:b' }).requiredSignIn).toEqual([
    { claim: 'amr', value: 'mfa' },
    { claim: 'acr', value: 'a:b' },
  ]);
});

test('only a function behind a proxy believes a header about the caller', () => {
  const header = 'x-viewer-address';
  expect(readEnv(good).viewerAddressHeader).toBeUndefined();
  expect(readEnv({ ...good, VIEWER_ADDRESS_HEADER: header }).viewerAddressHeader).toBe(header);
});

test('the trials of a network have a number, and 0 closes the trial', () => {
  const trials = (value: string) => readEnv({ ...good, TRIALS_PER_NETWORK: value });
  expect(trials('5').trialsPerNetwork).toBe(5);
  expect(trials('0').trialsPerNetwork).toBe(0);
});

test('a function that lacks a required secret names it', () => {
  expect(missingSetting('STRIPE_SECRET_KEY').sentences).toEqual([
    expect.stringMatching(/^STRIPE_SECRET_KEY is missing; it must be a secret .+: copy it .+\.$/),
  ]);
});

test('the local provider is its own issuer, over plain http', () => {
  const env = readEnv({ ...good, AUTH0_DOMAIN: 'http://localhost:4323' });
  expect(env.issuer).toBe('http://localhost:4323/');
});

test.each([
  ['SITE_ORIGIN', 'https://example.com:8443'],
  ['SITE_ORIGIN', 'http://localhost'],
  ['SITE_ORIGIN', 'http://localhost:4321'],
  ['SITE_ORIGIN', 'http://127.0.0.1:4321'],
  ['AUTH0_DOMAIN', 'login.example.com'],
  ['AUTH0_DOMAIN', 'http://127.0.0.1:4323'],
  ['REQUIRED_SIGN_IN', 'amr:mfa'],
  ['REQUIRED_SIGN_IN', 'amr:mfa acr:http://schemas.openid.net/pape/policies/2007/06/multi-factor'],
  ['DATABASE_URL', 'postgresql://db/millrace'],
  ['DATABASE_URL', 'postgres://user:secret@127.0.0.1:5432/millrace?sslmode=require'],
  ['DATABASE_URL', 'file:///var/lib/millrace/database'],
  ['STRIPE_SECRET_KEY', 'sk_test_0123456789'],
  ['STRIPE_WEBHOOK_SECRET', 'whsec_0123456789+/abcdef=='],
  ['VIEWER_ADDRESS_HEADER', 'cloudfront-viewer-address'],
])('%s may be %s', (name, value) => {
  expect(sentencesAbout({ ...good, [name]: value })).toEqual([]);
});

test.each([
  ['SITE_ORIGIN', 'www.example.com'],
  ['SITE_ORIGIN', 'https://www.example.com/'],
  ['SITE_ORIGIN', 'https://www.example.com/path'],
  ['SITE_ORIGIN', 'https://WWW.example.com'],
  ['SITE_ORIGIN', 'https://www.example.com:443'],
  ['SITE_ORIGIN', 'https://user@www.example.com'],
  ['SITE_ORIGIN', 'http://www.example.com'],
  ['SITE_ORIGIN', 'http://localhost.evil.example'],
  ['SITE_ORIGIN', 'http://localhost:99999'],
  ['SITE_ORIGIN', 'javascript:alert(1)'],
  ['AUTH0_DOMAIN', 'https://tenant.eu.auth0.com'],
  ['AUTH0_DOMAIN', 'tenant.eu.auth0.com/'],
  ['AUTH0_DOMAIN', 'Tenant.eu.auth0.com'],
  ['AUTH0_DOMAIN', 'tenant'],
  ['AUTH0_DOMAIN', 'tenant..auth0.com'],
  ['AUTH0_DOMAIN', 'http://tenant.eu.auth0.com'],
  ['AUTH0_DOMAIN', 'http://localhost:4323/'],
  ['AUTH0_CLIENT_ID', 'with space'],
  ['AUTH0_CLIENT_ID', 'a'.repeat(256)],
  ['REQUIRED_SIGN_IN', 'mfa'],
  ['REQUIRED_SIGN_IN', 'amr:'],
  ['REQUIRED_SIGN_IN', 'AMR:mfa'],
  ['REQUIRED_SIGN_IN', 'amr:mfa  acr:x'],
  ['REQUIRED_SIGN_IN', 'amr:mfa '],
  ['REQUIRED_SIGN_IN', 'auth_time:1'],
  ['DATABASE_URL', 'mysql://db/millrace'],
  ['DATABASE_URL', 'postgres:'],
  ['DATABASE_URL', 'postgres://'],
  ['DATABASE_URL', 'postgres://user:secret@'],
  ['DATABASE_URL', 'postgres:///millrace'],
  ['DATABASE_URL', 'postgres:millrace'],
  ['DATABASE_URL', 'postgres://db.example.com'],
  ['DATABASE_URL', 'postgres://db.example.com/'],
  ['DATABASE_URL', 'postgres://db.example.com/a/b'],
  ['DATABASE_URL', 'postgres://db.example.com?dbname=millrace'],
  ['DATABASE_URL', '/var/lib/millrace'],
  ['DATABASE_URL', 'file://host/folder'],
  ['DATABASE_URL', 'file:///'],
  ['TRIAL_KEY_SECRET', 'short'],
  ['STRIPE_SECRET_KEY', 'pk_live_0123456789'],
  ['STRIPE_SECRET_KEY', 'sk_live_0123 456789'],
  ['STRIPE_SECRET_KEY', 'whsec_0123456789abcdef'],
  ['STRIPE_WEBHOOK_SECRET', 'sk_live_0123456789'],
  ['STRIPE_WEBHOOK_SECRET', 'whsec_short'],
  ['STRIPE_API_BASE', 'http://api.example.com'],
  ['STRIPE_API_BASE', 'localhost:4324'],
  ['VIEWER_ADDRESS_HEADER', 'x-forwarded-for'],
  ['TRIALS_PER_NETWORK', 'none'],
  ['TRIALS_PER_NETWORK', '-1'],
  ['TRIALS_PER_NETWORK', '1e3'],
  ['TRIAL_KEY_SECRET', 'f'.repeat(31)],
])('%s must not be %s, and one sentence says so', (name, value) => {
  const sentences = sentencesAbout({ ...good, [name]: value });
  expect(sentences).toHaveLength(1);
  expect(sentences[0]).toMatch(new RegExp(`^${name} is malformed; it must be .+: .+\\.$`));
});

/** The settings of every function; only functions that use a secret have it. */
const needed = Object.keys(good).filter((name) => name !== 'TRIAL_KEY_SECRET');

test('a function that grants no trials and counts no calls needs no key for them', () => {
  const { TRIAL_KEY_SECRET: _unused, ...others } = good;
  expect(readEnv(others).trialKeySecret).toBeUndefined();
});

/** Two keys of access tokens, each with an id of its own. */
const [first] = JSON.parse(newAccessTokenKeys());
const second = { ...JSON.parse(newAccessTokenKeys())[0], kid: 'next' };

test('the keys of access tokens are read, one or two', () => {
  for (const keys of [[first], [first, second]]) {
    const text = JSON.stringify(keys);
    expect(readEnv({ ...good, ACCESS_TOKEN_KEYS: text }).accessTokenKeys).toMatchObject(keys);
    expect(isKeyList(text)).toBe(true);
  }
});

test.each<readonly [string, unknown]>([
  ['no JSON', '['],
  ['no list', JSON.stringify(first)],
  ['none', '[]'],
  ['three', JSON.stringify([first, second, { ...second, kid: 'third' }])],
  ['two of one id', JSON.stringify([first, { ...second, kid: first.kid }])],
  ['a public one', JSON.stringify([{ ...first, d: undefined }])],
  ['one of another curve', JSON.stringify([{ ...first, crv: 'P-384' }])],
  ['one without an id', JSON.stringify([{ ...first, kid: '' }])],
  ['one that is too short', JSON.stringify([{ ...first, d: 'AAAA' }])],
  ['one off the curve', JSON.stringify([{ ...first, x: second.x }])],
])(
  'the keys of access tokens are not %s, which the start reports and not the first call',
  (_, text) => {
    const sentences = sentencesAbout({ ...good, ACCESS_TOKEN_KEYS: `${text}` });
    expect(sentences).toEqual([expect.stringMatching(/^ACCESS_TOKEN_KEYS is malformed; /)]);
    expect(isKeyList(`${text}`)).toBe(false);
  },
);

test('the keys that Lambda gives a function are read whole or not at all', () => {
  const keys = { AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE', AWS_SECRET_ACCESS_KEY: 'secret' };
  expect(readEnv({ ...good, ...keys, AWS_SESSION_TOKEN: 'token' }).awsCredentials).toEqual({
    accessKeyId: 'AKIDEXAMPLE',
    secretAccessKey: 'secret',
    sessionToken: 'token',
  });
  expect(readEnv({ ...good, ...keys }).awsCredentials).not.toHaveProperty('sessionToken');
  expect(readEnv({ ...good, AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE' })).not.toHaveProperty(
    'awsCredentials',
  );
});

test.each(needed)('a missing or empty %s is named, with what to do', (name) => {
  for (const value of [undefined, '']) {
    const sentences = sentencesAbout({ ...good, [name]: value });
    expect(sentences).toHaveLength(1);
    expect(sentences[0]).toMatch(new RegExp(`^${name} is missing; it must be .+: .+\\.$`));
  }
});

test('no sentence repeats a secret', () => {
  const source = { ...good, DATABASE_URL: 'mysql://u:hunter2@db', TRIAL_KEY_SECRET: 'hunter3' };
  expect(sentencesAbout(source).join(' ')).not.toMatch(/hunter/);
});

test('all problems are named at once, in one line each', () => {
  const sentences = sentencesAbout({});
  expect(sentences.map((sentence) => sentence.split(' ')[0])).toEqual(needed);
  expect(sentences.join('')).not.toContain('\n');
});
