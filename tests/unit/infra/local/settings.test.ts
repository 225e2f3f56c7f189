import { describe, expect, it } from 'vitest';
import { StartError } from '../../../../infra/local/errors.ts';
import { readSettings, type Source } from '../../../../infra/local/settings.ts';
import { site } from '../../../../src/site.config.ts';

const secret = 'a'.repeat(32);

describe('readSettings', () => {
  it('runs everything on this machine when nothing is set', () => {
    const settings = readSettings({}, '/project');
    expect(settings).toEqual({
      port: 4321,
      dataDir: '/project/.data',
      flowsPort: 4322,
      identityProvider: { port: 4323, origin: 'http://localhost:4323' },
      payments: { port: 4324, origin: 'http://localhost:4324' },
      storage: { port: 4325, origin: 'http://localhost:4325' },
      mail: { port: 4326, origin: 'http://localhost:4326', smtpPort: 4327 },
      variables: {
        SITE_ORIGIN: 'http://localhost:4321',
        AUTH0_DOMAIN: 'http://localhost:4323',
        AUTH0_CLIENT_ID: 'local-client',
        DATABASE_URL: 'file:///project/.data/database',
        PUBLIC_API_BASE: 'http://localhost:4322',
        UPLOAD_BASE: 'http://localhost:4325/storage',
        MAIL_URL: 'smtp://127.0.0.1:4327',
        MAIL_FROM: site.contactEmail,
        TRIALS_PER_NETWORK: '100000',
      },
    });
  });

  it('places the other ports after PORT', () => {
    const settings = readSettings({ PORT: '5000' }, '/project');
    expect(settings.identityProvider).toEqual({ port: 5002, origin: 'http://localhost:5002' });
    expect(settings.payments).toEqual({ port: 5003, origin: 'http://localhost:5003' });
    expect(settings.flowsPort).toBe(5001);
    expect(settings.variables.SITE_ORIGIN).toBe('http://localhost:5000');
    expect(settings.variables.PUBLIC_API_BASE).toBe('http://localhost:5001');
  });

  it('runs no local identity provider when AUTH0_DOMAIN names a tenant', () => {
    const source = { AUTH0_DOMAIN: 'tenant.eu.auth0.com', AUTH0_CLIENT_ID: 'abc' };
    const settings = readSettings(source, '/project');
    expect(settings.identityProvider).toBeUndefined();
    expect(settings.variables).toMatchObject(source);
  });

  it('runs no local payments when STRIPE_SECRET_KEY names an account', () => {
    const source = {
      STRIPE_SECRET_KEY: 'sk_test_0123456789',
      STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef',
    };
    const settings = readSettings(source, '/project');
    expect(settings.payments).toBeUndefined();
    expect(settings.variables).toMatchObject(source);
  });

  it('refuses a key to an account whose webhooks could not be checked', () => {
    const sentence = refusal({ STRIPE_SECRET_KEY: 'sk_test_0123456789' });
    expect(sentence).toMatch(/^STRIPE_WEBHOOK_SECRET is missing; it must be the signing secret/);
    expect(sentence.split('\n')).toHaveLength(1);
  });

  it('puts uploads below the flows behind a proxy, and into a bucket where one is named', () => {
    const proxied = readSettings({ PUBLIC_API_BASE: 'https://flows.example.com' }, '/project');
    expect(proxied.variables.UPLOAD_BASE).toBe('https://flows.example.com/storage');
    const base = 'https://name.s3.eu-central-1.amazonaws.com';
    const settings = readSettings({ UPLOAD_BASE: base }, '/project');
    expect(settings.storage).toBeUndefined();
    expect(settings.variables.UPLOAD_BASE).toBe(base);
    expect(refusal({ UPLOAD_BASE: `${base}/` })).toMatch(/^UPLOAD_BASE is malformed/);
    expect(refusal({ UPLOAD_BASE: 'http://name.s3.amazonaws.com' })).toMatch(/^UPLOAD_BASE/);
  });

  it('lets the storage of uploads do as S3 does', () => {
    const settings = readSettings({ UPLOADS_LIKE_S3: 'yes' }, '/project');
    const origin = 'http://localhost:4325';
    expect(settings.storage).toEqual({ port: 4325, origin, isLikeS3: true });
    expect(readSettings({ UPLOADS_LIKE_S3: '' }, '/project').storage).not.toHaveProperty(
      'isLikeS3',
    );
  });

  it('treats an empty variable as not set', () => {
    const empty = { PORT: '', DATA_DIR: '', DATABASE_URL: '', AUTH0_DOMAIN: '', SITE_ORIGIN: '' };
    expect(readSettings(empty, '/project')).toEqual(readSettings({}, '/project'));
  });

  it('uses the secret of a variable', () => {
    expect(readSettings({ TRIAL_KEY_SECRET: secret }, '/').trialKeySecret).toBe(secret);
  });

  it('uses an absolute DATA_DIR unchanged', () => {
    expect(readSettings({ DATA_DIR: '/elsewhere/data' }, '/project').dataDir).toBe(
      '/elsewhere/data',
    );
  });

  it.each(['abc', '0', '-1', '65530', '99999', '4321.5', '0x10', '1e3', ' 4321', '4321 '])(
    'refuses the PORT %j in one sentence',
    (port) => {
      const sentence = refusal({ PORT: port });
      expect(sentence).toMatch(/^PORT is /);
      expect(sentence.split('\n')).toHaveLength(1);
    },
  );

  it('takes no name of another program for a slip', () => {
    const others = ['PATH', 'POST', 'DATA', 'MAIL', 'PUBLIC_API_KEY', 'MAIL_USER', 'XDG_DATA_DIRS'];
    const source = Object.fromEntries(others.map((name) => [name, 'x']));
    expect(readSettings({ ...source, DATABASE_URI: '' }, '/')).toEqual(readSettings({}, '/'));
  });

  it('accepts the last PORT that leaves room for the others', () => {
    expect(readSettings({ PORT: '65529' }, '/').port).toBe(65_529);
  });

  it.each([
    [{ AUTH0_DOMAIN: 'not a domain', AUTH0_CLIENT_ID: 'abc' }, /^AUTH0_DOMAIN is malformed/],
    [{ AUTH0_DOMAIN: 'http://tenant.auth0.com', AUTH0_CLIENT_ID: 'abc' }, /^AUTH0_DOMAIN is malf/],
    [{ AUTH0_DOMAIN: 'tenant.eu.auth0.com' }, /^AUTH0_CLIENT_ID is missing/],
    [{ AUTH0_DOMAIN: 'a.auth0.com', AUTH0_CLIENT_ID: 'a b' }, /^AUTH0_CLIENT_ID is malformed/],
    [{ DATABASE_URL: 'mysql://localhost/x' }, /^DATABASE_URL is malformed/],
    [{ DATABASE_URL: 'postgres:' }, /^DATABASE_URL is malformed.* a host and the name /],
    [{ DATABASE_URL: 'nonsense' }, /^DATABASE_URL is malformed/],
    [{ SITE_ORIGIN: 'http://example.com' }, /^SITE_ORIGIN is malformed/],
    [{ SITE_ORIGIN: 'https://example.com/path' }, /^SITE_ORIGIN is malformed/],
    [{ TRIAL_KEY_SECRET: 'short' }, /^TRIAL_KEY_SECRET is malformed/],
    [{ UPLOADS_LIKE_S3: 'true' }, /^UPLOADS_LIKE_S3 is malformed; it must be yes/],
    [{ UPLOADS_LIKE_S3: 'YES' }, /^UPLOADS_LIKE_S3 is malformed/],
    [{ VIEWER_ADDRESS_HEADER: 'x-forwarded-for' }, /^VIEWER_ADDRESS_HEADER is malformed/],
    [{ AUTH0_DOMIAN: 'a.auth0.com' }, /^AUTH0_DOMIAN is no setting: rename it to AUTH0_DOMAIN, /],
    [{ DATABSE_URL: 'postgres://a/b' }, /^DATABSE_URL is no setting: rename it to DATABASE_URL, /],
    [{ TRIAL_PER_NETWORK: '0' }, /^TRIAL_PER_NETWORK is no setting: .* TRIALS_PER_NETWORK, /],
    [{ AUTH0_CLIENT_ID: 'abc' }, /^AUTH0_CLIENT_ID does nothing without AUTH0_DOMAIN: /],
    [
      { STRIPE_WEBHOOK_SECRET: 'whsec_1' },
      /^STRIPE_WEBHOOK_SECRET does nothing without STRIPE_SECR/,
    ],
    [{ MAIL_FROM: 'a@example.com' }, /^MAIL_FROM does nothing without MAIL_URL: /],
  ])('names the malformed setting in %j in one sentence', (source, expected) => {
    const sentence = refusal(source);
    expect(sentence).toMatch(expected);
    expect(sentence.split('\n')).toHaveLength(1);
  });
});

it('limits the trials of a network where visitors come from elsewhere, and on request', () => {
  const trialsOf = (source: Source) =>
    readSettings(source, '/project').variables.TRIALS_PER_NETWORK;
  expect(trialsOf({})).toBe('100000');
  expect(trialsOf({ TRIALS_PER_NETWORK: '5' })).toBe('5');
  expect(trialsOf({ SITE_ORIGIN: 'https://www.example.com' })).toBeUndefined();
});

it('names every malformed setting, PORT among them, in a line each', () => {
  const sentences = refusal({ PORT: 'abc', SITE_ORIGIN: 'ftp://x', DATABASE_URL: 'x' });
  expect(sentences.split('\n').map((sentence) => sentence.split(' ')[0])).toEqual([
    'PORT',
    'SITE_ORIGIN',
    'DATABASE_URL',
  ]);
});

function refusal(source: Readonly<Record<string, string>>): string {
  try {
    readSettings(source, '/project');
  } catch (error) {
    if (error instanceof StartError) return error.message;
    throw error;
  }
  throw new Error('the settings were accepted');
}
