import { describe, expect, test } from 'vitest';
import {
  publicKeysOf,
  readPrivateKeys,
} from '../../../../../functions/adapters/oidc/access-token-keys.ts';
import { accessTokenSigner } from '../../../../../functions/adapters/oidc/access-token-signer.ts';
import { isKeyList } from '../../../../../functions/env.ts';
import { newAccessTokenKeys } from '../../../../../infra/local/access-token-keys.ts';
import { jwksSchema } from '../../../../../src/contract/access-token.ts';
import { now } from '../../../../support/memory-stores.ts';

const [first] = readPrivateKeys(newAccessTokenKeys());
const [other] = readPrivateKeys(newAccessTokenKeys());
if (!first || !other) throw new Error('no keys were made');
const second = { ...other, kid: 'next' };

describe('the keys of access tokens', () => {
  test('are one or two, and what the settings take', () => {
    for (const keys of [[first], [first, second]]) {
      const text = JSON.stringify(keys);
      expect(readPrivateKeys(text)).toEqual(keys);
      expect(isKeyList(text)).toBe(true);
    }
  });

  test.each<readonly [string, unknown]>([
    ['none', []],
    ['three', [first, second, { ...second, kid: 'third' }]],
    ['two of one id', [first, { ...second, kid: first.kid }]],
    ['a public one', [{ ...first, d: undefined }]],
    ['one of another curve', [{ ...first, crv: 'P-384' }]],
    ['one without an id', [{ ...first, kid: '' }]],
    ['no list', first],
  ])('are not %s', (_, keys) => {
    expect(() => readPrivateKeys(JSON.stringify(keys))).toThrow(/are not P-256 keys\.$/);
  });

  test('are published without what is secret, both of them', () => {
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
