import { describe, expect, test } from 'vitest';
import {
  type PrivateKey,
  publicKeysOf,
} from '../../../../../functions/adapters/oidc/access-token-keys.ts';
import { accessTokenSigner } from '../../../../../functions/adapters/oidc/access-token-signer.ts';
import { newAccessTokenKeys } from '../../../../../infra/local/data/persisted-secrets.ts';
import { jwksSchema } from '../../../../../src/contract/auth.ts';
import { now } from '../../../../support/memory-stores.ts';

function newKey(): PrivateKey {
  const [key] = JSON.parse(newAccessTokenKeys());
  return key;
}

const first = newKey();
const second = { ...newKey(), kid: 'next' };

describe('the keys of access tokens', () => {
  test('are published, both of them, without their private parts', () => {
    const published = publicKeysOf([first, second]);
    expect(jwksSchema.parse(published)).toEqual(published);
    expect(published.keys.map(({ kid }) => kid)).toEqual([first.kid, second.kid]);
    expect(JSON.stringify(published)).not.toContain(first.d);
    expect(JSON.stringify(published)).not.toContain('"d"');
  });

  test('sign with the first', async () => {
    const parties = { siteOrigin: 'https://a.example', flowsOrigin: 'https://b.example' };
    const sign = accessTokenSigner(parties, [second, first], () => 'an id');
    const [header] = (await sign({ sub: 'ada', sid: 'session' }, now)).split('.');
    const decoded: unknown = JSON.parse(Buffer.from(header ?? '', 'base64url').toString());
    expect(decoded).toEqual({ alg: 'ES256', typ: 'at+jwt', kid: 'next' });
    expect(() => accessTokenSigner(parties, [], () => '')).toThrow('no key');
  });
});
