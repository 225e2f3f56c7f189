import { describe, expect, test } from 'vitest';
import {
  DeploymentError,
  environmentIn,
  publicVariables,
  readSettings,
  requireOwnSettings,
} from '../../../../infra/aws/settings.ts';
import { deployments } from '../../../support/fresh-deployments.ts';

const deployment = environmentIn(deployments, 'production');

const own = {
  ...deployments.production,
  environment: 'production',
  account: '444455556666',
  siteDomain: 'www.example.com',
  flowsDomain: 'flows.example.com',
  originDomain: 'origin.example.com',
  redirectDomain: 'example.com',
  hostedZone: { id: 'Z0123456789', name: 'example.com' },
  mailFrom: 'hello@example.com',
  auth0: { domain: 'acme.eu.auth0.com', clientId: 'xYz789' },
  nightlyBuild: { repository: 'https://github.com/acme/site.git', branch: 'main' },
};

function certificate(region: string, account = own.account): string {
  return `arn:aws:acm:${region}:${account}:certificate/01234567-89ab-cdef-0123-456789abcdef`;
}

function certificatesIn(site: string, api: string, account?: string) {
  const certificates = { site: certificate(site, account), api: certificate(api, account) };
  return { hostedZone: null, certificates };
}

const inUsEast1 =
  /^certificates\.site must begin with arn:aws:acm:us-east-1:444455556666:, not be arn.+\.$/;
const inEuCentral1 =
  /^certificates\.api must begin with arn:aws:acm:eu-central-1:444455556666:, not be arn.+\.$/;
const bothOfAccount = /^certificates\.site must begin .+\ncertificates\.api must begin .+\.$/;

function clusterIn(region: string) {
  const id = 'abcdefghijklmnopqrstuvwxyz';
  return {
    arn: `arn:aws:dsql:${region}:${own.account}:cluster/${id}`,
    host: `${id}.dsql.${region}.on.aws`,
  };
}

function refusal(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof DeploymentError) return error.message;
    throw error;
  }
  throw new Error('the settings were accepted');
}

test('the settings of a fresh clone are well-formed, and each made-up one is refused', () => {
  const settings = readSettings(deployment);
  const sentences = refusal(() => requireOwnSettings(settings)).split('\n');
  const left = ' in infra/aws/deployment.config.ts is still the example’s: write ';
  for (const sentence of sentences) expect(sentence).toContain(left);
  expect(sentences.map((sentence) => sentence.split(' ')[0])).toEqual([
    'account',
    'siteDomain',
    'redirectDomain',
    'flowsDomain',
    'originDomain',
    'hostedZone',
    'mailFrom',
    'auth0',
    'nightlyBuild',
  ]);
});

test.each([
  ['account', { account: '111122223333' }, 'write the 12 digits of the AWS account.'],
  ['mailFrom', { mailFrom: deployments.production.mailFrom }, 'verified in SES'],
  ['auth0', { auth0: deployments.production.auth0 }, 'write the domain and the client id'],
  ['auth0', { auth0: { ...own.auth0, clientId: 'aBcD1234' } }, 'the client id'],
  [
    'nightlyBuild',
    { nightlyBuild: deployments.production.nightlyBuild },
    'public repository at GitHub',
  ],
  ['flowsDomain', { flowsDomain: 'flows.millrace.example', hostedZone: null }, 'a host name'],
])('one made-up setting among our own is refused: %s', (name, change, advice) => {
  const certificates = { site: certificate('us-east-1'), api: certificate('eu-central-1') };
  const rest = 'hostedZone' in change ? { certificates } : {};
  const sentence = refusal(() => requireOwnSettings(readSettings({ ...own, ...change, ...rest })));
  expect(sentence).toMatch(new RegExp(`^${name} in [^\\n]+$`));
  expect(sentence).toContain(advice);
});

test('somebody’s own settings are deployed', () => {
  const settings = readSettings(own);
  expect(requireOwnSettings(settings)).toBe(settings);
  expect(publicVariables(settings)).toEqual({
    SITE_ORIGIN: 'https://www.example.com',
    PUBLIC_API_BASE: 'https://flows.example.com',
    UPLOAD_BASE: 'https://millrace-uploads-444455556666-eu-central-1.s3.eu-central-1.amazonaws.com',
    TRIALS_PER_NETWORK: '30',
    AUTH0_DOMAIN: 'acme.eu.auth0.com',
    AUTH0_CLIENT_ID: 'xYz789',
  });
});

test('a demand on how users sign in reaches the functions', () => {
  const settings = readSettings({ ...own, auth0: { ...own.auth0, requiredSignIn: 'amr:mfa' } });
  expect(publicVariables(settings)).toMatchObject({ REQUIRED_SIGN_IN: 'amr:mfa' });
});

test.each([
  { siteDomain: 'example.com', redirectDomain: 'www.example.com' },
  { siteDomain: 'example.com', redirectDomain: null },
  { region: 'us-east-1', ...certificatesIn('us-east-1', 'us-east-1') },
  { restoredCluster: clusterIn('eu-central-1'), nightlyBuild: null },
])('%j is fine', (change) => {
  const settings = readSettings({ ...own, ...change });
  expect(requireOwnSettings(settings)).toMatchObject(change);
});

describe('a setting that cannot be used is named in a sentence', () => {
  test.each([
    [{ account: '42' }, /^account in .+ must be the 12 digits of the AWS account\.$/],
    [{ region: 'Frankfurt' }, /^region in .+ must be a region/],
    [{ region: 'xx-nowhere-9' }, /^region in .+ has Aurora DSQL: .*eu-central-1/],
    [{ region: 'af-south-1' }, /^region in .+ has Aurora DSQL: us-east-1, /],
    [{ multiRegion: { witnessRegion: 'me-south-1', peers: [] } }, /^multiRegion in /],
    [
      { siteDomain: 'https://www.example.com' },
      /^siteDomain in .+ must be the host name of the site/,
    ],
    [{ auth0: { domain: 'x', clientId: '' } }, /^auth0 in .+ without https:\/\//],
    [{ auth0: { ...own.auth0, requiredSignIn: 'mfa' } }, /^auth0 in .+ such as "amr:mfa"/],
    [{ alarmEmail: 'nobody' }, /^alarmEmail in .+ an e-mail address, or null\.$/],
    [{ nightlyBuild: { repository: 'git@a', branch: 'main' } }, /^nightlyBuild in .+ https/],
    [{ hostedZone: null }, /^hostedZone and certificates are both null/],
    [{ siteDomain: 'www.example.org' }, /^hostedZone does not hold www\.example\.org/],
    [{ siteDomain: 'notexample.com' }, /^hostedZone does not hold notexample\.com/],
    [{ redirectDomain: 'example.org' }, /^hostedZone does not hold example\.org/],
    [{ flowsDomain: 'www.example.com' }, /must be different names\.$/],
    [{ redirectDomain: 'www.example.com' }, /must be different names\.$/],
    [certificatesIn('eu-central-1', 'eu-central-1'), inUsEast1],
    [certificatesIn('us-east-1', 'us-east-1'), inEuCentral1],
    [certificatesIn('us-east-1', 'eu-central-1', '999999999999'), bothOfAccount],
    [
      { restoredCluster: clusterIn('eu-west-1') },
      /^restoredCluster\.arn must begin with arn:aws:d/,
    ],
  ])('%j', (change, expected) => {
    expect(refusal(() => readSettings({ ...own, ...change }))).toMatch(expected);
  });

  test('and all of them are', () => {
    const sentences = refusal(() => readSettings({ ...own, account: '', region: '' }));
    expect(sentences.split('\n')).toHaveLength(2);
  });
});

describe('an environment', () => {
  test('has the settings under its name', () => {
    const settings = readSettings(environmentIn(deployments, 'staging'));
    expect(settings).toMatchObject({ environment: 'staging', name: 'millrace-staging' });
  });

  test.each(['', 'nothing', 'toString', '__proto__'])(
    '%j is refused when there is none',
    (name) => {
      expect(refusal(() => environmentIn(deployments, name))).toBe(
        `There is no environment ${name}: infra/aws/deployment.config.ts has production, staging.`,
      );
    },
  );

  test('shares no name with another one, and need not redirect a second one', () => {
    const shared = { name: 'a', siteDomain: 'a.example', redirectDomain: null };
    const both = { production: shared, staging: { ...shared, siteDomain: 'b.example' } };
    expect(refusal(() => environmentIn(both, 'staging'))).toBe(
      'name of staging is that of production: give it its own.',
    );
  });
});
