import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readEnv } from '../../../../../functions/env.ts';
import {
  persistedPaymentSecrets,
  persistedSecret,
  persistedTrialKeySecret,
} from '../../../../../infra/local/data/persisted-secrets.ts';
import { StartError } from '../../../../../infra/local/errors.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-data-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('persistedSecret', () => {
  const secret = (text: string) =>
    persistedSecret({
      path: join(folder, 'secret'),
      make: () => text,
      read: (stored) => (stored.startsWith('good') ? stored : undefined),
      damage: 'is damaged: delete it.',
    });

  it('makes the secret once and returns the same one from then on', () => {
    expect(secret('good 1')).toBe('good 1');
    expect(secret('good 2')).toBe('good 1');
  });

  it('lets only the owner read the file', () => {
    secret('good');
    expect(statSync(join(folder, 'secret')).mode & 0o777).toBe(0o600);
  });

  it('refuses a file with unusable content, and leaves it unchanged', () => {
    writeFileSync(join(folder, 'secret'), 'bad');
    expect(() => secret('good')).toThrow(StartError);
    expect(() => secret('good')).toThrow(`${join(folder, 'secret')} is damaged: delete it.`);
    expect(readFileSync(join(folder, 'secret'), 'utf8')).toBe('bad');
  });

  it('makes the file again after an interrupted write', () => {
    writeFileSync(join(folder, 'secret.new'), 'go');
    expect(secret('good')).toBe('good');
    expect(readdirSync(folder)).toEqual(['secret']);
  });

  it('leaves no file behind when it cannot be written', () => {
    mkdirSync(join(folder, 'secret.new'));
    expect(() => secret('good')).toThrow(expect.objectContaining({ code: 'EISDIR' }));
    expect(readdirSync(folder)).toEqual(['secret.new']);
  });
});

describe('the key of the trials', () => {
  const trialKeyPath = () => join(folder, 'trial-key-secret');

  it('has 256 bits, and is the same at every later start', () => {
    const secret = persistedTrialKeySecret(folder);
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    expect(persistedTrialKeySecret(folder)).toBe(secret);
  });

  it('may be brought by the user', () => {
    writeFileSync(trialKeyPath(), 'x'.repeat(32));
    expect(persistedTrialKeySecret(folder)).toBe('x'.repeat(32));
  });

  it.each(['', 'short', 'x'.repeat(31)])(
    'is not %j, which is refused and left unchanged',
    (text) => {
      writeFileSync(trialKeyPath(), text);
      const read = () => persistedTrialKeySecret(folder);
      expect(read).toThrow(StartError);
      expect(read).toThrow(
        `${trialKeyPath()} holds no secret of at least 32 characters any more: `,
      );
      expect(readFileSync(trialKeyPath(), 'utf8')).toBe(text);
    },
  );
});

describe('the secrets of the payments', () => {
  it('are made once, are valid settings of the server, and differ in another data folder', () => {
    const secrets = persistedPaymentSecrets(folder);
    expect(persistedPaymentSecrets(folder)).toEqual(secrets);
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
    expect(persistedPaymentSecrets(folder)).not.toEqual(secrets);
  });

  it.each(['', '{}', '{"STRIPE_SECRET_KEY":"x"}'])('of %j end the start', (text) => {
    writeFileSync(join(folder, 'payment-secrets.json'), text);
    expect(() => persistedPaymentSecrets(folder)).toThrow(StartError);
  });
});
