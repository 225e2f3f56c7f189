import { describe, expect, test } from 'vitest';
import { deployment } from '../../../../infra/aws/deployment.config.ts';
import {
  DeploymentError,
  publicVariables,
  readSettings,
  requireOwnSettings,
} from '../../../../infra/aws/settings.ts';

const own = {
  ...deployment,
  account: '444455556666',
  siteDomain: 'www.example.com',
  flowsDomain: 'flows.example.com',
  originDomain: 'origin.example.com',
  hostedZone: { id: 'Z0123456789', name: 'example.com' },
};

function refusal(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof DeploymentError) return error.message;
    throw error;
  }
  throw new Error('the settings were accepted');
}

test('the settings of a fresh clone are well-formed, and are not deployed', () => {
  const settings = readSettings(deployment);
  expect(refusal(() => requireOwnSettings(settings))).toMatch(
    /^The deployment is still the made-up one: .+deployment\.config\.ts/,
  );
});

test('somebody’s own settings are deployed', () => {
  const settings = readSettings(own);
  expect(requireOwnSettings(settings)).toBe(settings);
  expect(publicVariables(settings)).toEqual({
    SITE_ORIGIN: 'https://www.example.com',
    PUBLIC_API_BASE: 'https://flows.example.com',
    AUTH0_DOMAIN: 'tenant.eu.auth0.com',
    AUTH0_CLIENT_ID: 'aBcD1234',
  });
});

describe('a setting that cannot be used is named in a sentence', () => {
  test.each([
    [{ account: '42' }, /^account in .+ must be the 12 digits of the AWS account\.$/],
    [{ region: 'Frankfurt' }, /^region in .+ must be a region/],
    [
      { siteDomain: 'https://www.example.com' },
      /^siteDomain in .+ must be the host name of the site/,
    ],
    [{ auth0: { domain: 'x', clientId: '' } }, /^auth0 in .+ without https:\/\//],
    [{ alarmEmail: 'nobody' }, /^alarmEmail in .+ an e-mail address, or null\.$/],
    [{ nightlyBuild: { repository: 'git@a', branch: 'main' } }, /^nightlyBuild in .+ https/],
    [{ hostedZone: null }, /^hostedZone and certificates are both null/],
    [{ siteDomain: 'www.example.org' }, /^hostedZone does not hold www\.example\.org/],
    [{ flowsDomain: 'www.example.com' }, /must be three different names\.$/],
  ])('%j', (change, expected) => {
    expect(refusal(() => readSettings({ ...own, ...change }))).toMatch(expected);
  });

  test('and all of them are', () => {
    const sentences = refusal(() => readSettings({ ...own, account: '', region: '' }));
    expect(sentences.split('\n')).toHaveLength(2);
  });
});
