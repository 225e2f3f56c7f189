import { afterAll, describe, expect, test } from 'vitest';
import { idTokenVerifier } from '../../../../../functions/adapters/oidc/id-token-verifier.ts';
import type { SignInProof } from '../../../../../src/contract/identity-provider.ts';
import { signed, startProvider } from '../../../../support/jwks-server.ts';

const clientId = 'client';
const now = new Date('2026-11-21T12:00:00Z');
const nowSeconds = now.getTime() / 1_000;

const { server, key, otherKey } = await startProvider();
server.publish(key);

afterAll(server.stop);

function claims(changes: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const times = { iat: nowSeconds - 1, exp: nowSeconds + 3_600 };
  return { iss: server.issuer, aud: clientId, sub: 'auth0|1', ...times, ...changes };
}

describe('where the settings demand how a user signs in', () => {
  const silver = 'urn:example:silver';
  const verifyAll = (...requiredSignIn: readonly SignInProof[]) =>
    idTokenVerifier({ issuer: server.issuer, clientId, requiredSignIn });
  const mfa = { claim: 'amr', value: 'mfa' } as const;

  test.each([
    ['amr holds the value', [mfa], { amr: ['pwd', 'mfa'] }],
    ['acr is the value', [{ claim: 'acr', value: silver }], { acr: silver }],
    ['both have theirs', [mfa, { claim: 'acr', value: silver }], { amr: ['mfa'], acr: silver }],
  ] as const)('a token is accepted when %s', async (_what, required, changes) => {
    const verified = await verifyAll(...required)(await signed(claims(changes), key), now);
    expect(verified).toMatchObject({ ok: true, identity: { sub: 'auth0|1' } });
  });

  test.each([
    ['no amr', {}],
    ['an empty amr', { amr: [] }],
    ['another method', { amr: ['pwd', 'otp'] }],
    ['the value in capitals', { amr: ['MFA'] }],
    ['a text that holds the value', { amr: 'pwd mfa' }],
    ['the value as a text', { amr: 'mfa' }],
    ['the value one level down', { amr: [['mfa']] }],
    ['an object for a list', { amr: { 0: 'mfa', length: 1 } }],
    ['the value in the other claim', { acr: 'mfa' }],
  ])('a token with %s is refused', async (_what, changes) => {
    const verified = await verifyAll(mfa)(await signed(claims(changes), key), now);
    const detail = expect.stringContaining('lacks "mfa"');
    expect(verified).toEqual({ ok: false, code: 'sign_in_too_weak', detail });
  });

  test.each([
    { acr: [silver] },
    { acr: `${silver} ` },
    { acr: 'urn:example:gold' },
    { amr: [silver] },
  ])('a token with %j is refused for its acr', async (changes) => {
    const verify = verifyAll({ claim: 'acr', value: silver });
    const verified = await verify(await signed(claims(changes), key), now);
    expect(verified).toMatchObject({ code: 'sign_in_too_weak' });
  });

  test('a token that has one of two is refused for the other', async () => {
    const verify = verifyAll(mfa, { claim: 'acr', value: silver });
    expect(await verify(await signed(claims({ amr: ['mfa'] }), key), now)).toMatchObject({
      detail: expect.stringContaining(silver),
    });
  });

  test('a forged token is refused as forged, and says nothing of factors', async () => {
    const verified = await verifyAll(mfa)(await signed(claims({ amr: ['mfa'] }), otherKey), now);
    expect(verified).toMatchObject({ ok: false, code: 'token_invalid' });
  });
});
