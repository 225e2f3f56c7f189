import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, describe, expect, test } from 'vitest';
import { secretNames } from '../../../infra/aws/bundle-needs.ts';
import { checkDeployment, type Finding } from '../../../infra/aws/check.ts';
import { type Account, serveAccount } from '../../support/aws-account.ts';
import { emptyParts, synthesizeOnce } from '../../support/deployment.ts';
import { deployments } from '../../support/fresh-deployments.ts';
import { sharedCompileCache } from '../../support/site-copy.ts';

const id = '444455556666';
const certificate = (region: string) =>
  `arn:aws:acm:${region}:${id}:certificate/01234567-89ab-cdef-0123-456789abcdef`;

const own = {
  ...deployments.production,
  environment: 'production',
  account: id,
  siteDomain: 'www.acme.com',
  redirectDomain: 'acme.com',
  flowsDomain: 'flows.acme.com',
  originDomain: 'origin.acme.com',
  hostedZone: { id: 'Z0123456789', name: 'acme.com' },
  auth0: { domain: 'acme.eu.auth0.com', clientId: 'xYz789' },
  nightlyBuild: null,
  mailFrom: 'hello@acme.com',
};

const withCertificates = {
  ...own,
  hostedZone: null,
  certificates: { site: certificate('us-east-1'), api: certificate('eu-central-1') },
};

const ready: Account = {
  id,
  parameters: Object.fromEntries([
    ...secretNames.map((name) => [`eu-central-1 /millrace/${name}`, 'SecureString']),
    ['eu-central-1 /cdk-bootstrap/hnb659fds/version', 'String'],
    ['us-east-1 /cdk-bootstrap/hnb659fds/version', 'String'],
  ]),
  zones: { Z0123456789: 'acme.com' },
  certificates: {
    [certificate('us-east-1')]: { Status: 'ISSUED', names: ['acme.com', '*.acme.com'] },
    [certificate('eu-central-1')]: {
      Status: 'ISSUED',
      names: ['flows.acme.com', 'origin.acme.com'],
    },
  },
  places: { 'eu-central-1': 1_000 },
  mailIdentities: { 'eu-central-1 acme.com': true },
  deletedSecrets: [],
  denied: [],
};

let close = () => {};
afterEach(() => close());

async function check(source: unknown, account: Account, keys = {}) {
  const served = await serveAccount(account);
  close = served.close;
  const asking = { fetch, now: () => new Date(), wait: async () => undefined };
  const findings = await checkDeployment(source, { ...served.env, ...keys }, asking);
  return { findings, asked: served.asked };
}

const without = (name: string) =>
  Object.fromEntries(Object.entries(ready.parameters).filter(([one]) => one !== name));

function notOk(findings: readonly Finding[]) {
  return findings.filter(({ state }) => state !== 'ok');
}

test('an account in which everything is ready passes every check', async () => {
  for (const source of [own, withCertificates]) {
    const { findings, asked } = await check(source, ready);
    close();
    expect(notOk(findings)).toEqual([]);
    expect(findings.map((one) => one.check)).toEqual([
      'account',
      'parameters',
      'bootstrap',
      'hosted zone',
      'certificates',
      'concurrency',
      'mail',
      'stripe tax',
      'origin secret',
    ]);
    // The check only reads, and it decrypts no secret either.
    for (const action of asked) expect(action).toMatch(/:(?:Get|Describe)(?!SecretValue)\w+$/);
  }
});

describe('what would fail is said with what to do', () => {
  test.each<[string, unknown, Partial<Account>, RegExp]>([
    ['account', own, { id: '999999999999' }, /are of account 999999999999, not of 444455556666\.$/],
    [
      'parameters',
      own,
      { parameters: without('eu-central-1 /millrace/STRIPE_WEBHOOK_SECRET') },
      /^The parameter \/millrace\/STRIPE_WEBHOOK_SECRET does not exist: put it into eu-central-1/,
    ],
    [
      'parameters',
      own,
      { parameters: { ...ready.parameters, 'eu-central-1 /millrace/TRIAL_KEY_SECRET': 'String' } },
      /^The parameter \/millrace\/TRIAL_KEY_SECRET is not encrypted: put/,
    ],
    [
      'bootstrap',
      own,
      { parameters: without('us-east-1 /cdk-bootstrap/hnb659fds/version') },
      /^The CDK is not prepared: npx cdk bootstrap aws:\/\/444455556666\/us-east-1$/,
    ],
    ['hosted zone', own, { zones: {} }, /^The account has no hosted zone Z0123456789 of acme/],
    [
      'hosted zone',
      own,
      { zones: { Z0123456789: 'other.com' } },
      /^The account has no hosted zone Z0123456789 of acme\.com: copy both/,
    ],
    [
      'certificates',
      withCertificates,
      {
        certificates: {
          ...ready.certificates,
          [certificate('us-east-1')]: { Status: 'ISSUED', names: ['www.acme.com'] },
        },
      },
      /^The certificate arn:aws:acm:us-east-1:.+ is not for acme\.com\.$/,
    ],
    [
      'certificates',
      withCertificates,
      {
        certificates: {
          ...ready.certificates,
          [certificate('eu-central-1')]: { Status: 'PENDING_VALIDATION', names: ['*.acme.com'] },
        },
      },
      /^The certificate arn:aws:acm:eu-central-1:.+ is PENDING_VALIDATION, not ISSUED\.$/,
    ],
    [
      'concurrency',
      own,
      { places: { 'eu-central-1': 10 } },
      /^Lambda runs 10 functions at once in eu-central-1.+ reservesConcurrency to false\.$/,
    ],
    [
      'mail',
      own,
      { mailIdentities: { 'us-east-1 acme.com': true } },
      /^SES in eu-central-1 does not know acme\.com: no mail would go out \(docs\/deploy\.md/,
    ],
    [
      'mail',
      own,
      { mailIdentities: { 'eu-central-1 acme.com': false } },
      /^SES in eu-central-1 waits for the records of acme\.com: no mail/,
    ],
    [
      'origin secret',
      own,
      { deletedSecrets: ['us-east-1 millrace/origin-1'] },
      /^The secret millrace\/origin-1 was deleted, .+ raise originSecret by one\.$/,
    ],
  ])('%s', async (name, source, change, sentence) => {
    const { findings } = await check(source, { ...ready, ...change });
    expect(notOk(findings)).toEqual([
      { check: name, state: 'fails', details: [expect.stringMatching(sentence)] },
    ]);
  });

  test('all of it at once', async () => {
    const account = { ...ready, parameters: {}, zones: {}, places: {} };
    const failing = notOk((await check(own, account)).findings);
    expect(failing.map((one) => [one.check, one.details.length])).toEqual([
      ['parameters', secretNames.length],
      ['bootstrap', 2],
      ['hosted zone', 1],
      ['concurrency', 1],
    ]);
  });
});

test('mail may come from an address that SES knows without its domain', async () => {
  const mailIdentities = { 'eu-central-1 hello@acme.com': true };
  expect(notOk((await check(own, { ...ready, mailIdentities })).findings)).toEqual([]);
});

test('what the keys may not look at is unknown, and does not count as failing', async () => {
  const denied = ['ssm:GetParameters', 'route53:GetHostedZone'];
  const { findings } = await check(own, { ...ready, denied });
  expect(notOk(findings).map((one) => [one.check, one.state, ...one.details])).toEqual([
    ['parameters', 'unknown', expect.stringMatching(/GetParameters was .+ 400 \(AccessDenied/)],
    ['bootstrap', 'unknown', expect.stringMatching(/GetParameters was .+ 400 \(AccessDenied/)],
    ['hosted zone', 'unknown', expect.stringMatching(/GetHostedZone was .+ 403 \(AccessDenied/)],
  ]);
});

test('keys that AWS does not know, or that do not sign, show nothing', async () => {
  for (const keys of [{ AWS_ACCESS_KEY_ID: 'AKIDOTHER' }, { AWS_SECRET_ACCESS_KEY: 'other' }]) {
    const { findings } = await check(own, ready, keys);
    close();
    expect(notOk(findings)).toHaveLength(7);
    expect(notOk(findings).every(({ state }) => state === 'unknown')).toBe(true);
  }
});

test('a shell without keys is told to get some', async () => {
  const asking = { fetch, now: () => new Date(), wait: async () => undefined };
  expect(await checkDeployment(own, undefined, asking)).toEqual([
    { check: 'keys', state: 'fails', details: [expect.stringContaining('aws sso login')] },
  ]);
});

test('settings that are still the example’s are all that is said of a fresh clone', async () => {
  const { findings, asked } = await check(
    { ...deployments.production, environment: 'production' },
    ready,
  );
  expect(asked).toEqual([]);
  expect(findings.map(({ state, details }) => [state, details.length])).toEqual([['fails', 9]]);
});

test('the places that a deployment reserves leave Lambda the hundred that it keeps', async () => {
  const reserved = synthesizeOnce(emptyParts(), {}, false).resources.map(
    ({ properties }) => Number(properties.ReservedConcurrentExecutions) || 0,
  );
  const needed = reserved.reduce((sum, count) => sum + count, 0) + 100;
  const stateWith = async (places: number) => {
    const { findings } = await check(own, { ...ready, places: { 'eu-central-1': places } });
    close();
    return findings.find((one) => one.check === 'concurrency')?.state;
  };
  expect([await stateWith(needed - 1), await stateWith(needed)]).toEqual(['fails', 'ok']);
}, 60_000);

describe('npm run deploy', () => {
  const root = fileURLToPath(new URL('../../../', import.meta.url));
  const run = (folder: string, args: readonly string[], env: Record<string, string> = {}) =>
    promisify(execFile)(process.execPath, [join(folder, 'infra/aws/deploy.ts'), ...args], {
      env: { HOME: tmpdir(), ...sharedCompileCache(), ...env },
    }).then(
      ({ stdout }) => ({ code: 0, stdout }),
      ({ code, stdout }) => ({ code, stdout: String(stdout) }),
    );

  test('-- --check ends with 1 and lists what would fail, in sentences or in JSON', async () => {
    const plain = await run(root, ['--check']);
    const json = await run(root, ['--check', '--json']);
    expect([plain.code, json.code]).toEqual([1, 1]);
    expect(plain.stdout).toMatch(/^fails {4}settings\n {11}account in infra\/aws\/deployment\.co/);
    const { ok, findings } = JSON.parse(json.stdout);
    expect([ok, findings[0].check, findings[0].state]).toEqual([false, 'settings', 'fails']);
    expect(plain.stdout).toContain(findings[0].details[0]);
  }, 30_000);

  test('-- --help names the check', async () => {
    const { code, stdout } = await run(root, ['--help']);
    expect([code, stdout]).toEqual([0, expect.stringContaining('npm run deploy -- --check ')]);
  }, 30_000);

  test('makes the same check first, and deploys nothing when something would fail', async () => {
    const copy = mkdtempSync(join(tmpdir(), 'millrace-deploy-'));
    for (const name of ['functions', 'infra', 'src', 'package.json', 'package-lock.json']) {
      cpSync(join(root, name), join(copy, name), { recursive: true });
    }
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    const config = `export const deployments = { production: ${JSON.stringify(own)} };`;
    writeFileSync(join(copy, 'infra/aws/deployment.config.ts'), config);
    const served = await serveAccount({ ...ready, zones: {} });
    close = served.close;
    const keys = Object.entries(served.env).map(([name, value]) => [name, value ?? '']);
    const { code, stdout } = await run(copy, ['--yes'], Object.fromEntries(keys));
    expect(code).toBe(1);
    // A site that nobody has adopted yet fails too, with a line for each of its placeholders.
    expect(stdout).toMatch(
      /^fails {4}hosted zone\n {11}The account has no hosted zone .+\n(?:fails {4}site\n(?: {11}.+\n)+)?$/,
    );
    expect(existsSync(join(copy, 'dist'))).toBe(false);
    rmSync(copy, { recursive: true });
  }, 60_000);
});
