import {
  createHmac,
  createPrivateKey,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
} from 'node:crypto';
import { type JWTPayload, SignJWT } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Api } from './api.ts';
import { accessTokenOf, callFlows, startWithToken } from './flow-calls.ts';
import { callAsUser, signIn } from './signed-in.ts';

let api: Api;
let cookie: string;
let token: string;

beforeAll(async () => {
  ({ api, cookie, token } = await startWithToken('ada'));
  return api.close;
});

function partOf(jwt: string, index: number): Readonly<Record<string, unknown>> {
  return Object(JSON.parse(Buffer.from(jwt.split('.')[index] ?? '', 'base64url').toString()));
}

function encoded(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** A user's access token, with changes, signed anew by the site's own key or another. */
function signedBy(key: KeyObject, changes: JWTPayload = {}, header: object = {}): Promise<string> {
  return new SignJWT({ ...partOf(token, 1), ...changes })
    .setProtectedHeader({ ...partOf(token, 0), alg: 'ES256', ...header })
    .sign(key);
}

function ownKey(): KeyObject {
  const [jwk] = JSON.parse(process.env.ACCESS_TOKEN_KEYS ?? '[]');
  return createPrivateKey({ key: jwk, format: 'jwk' });
}

async function publicKeys(): Promise<readonly Readonly<Record<string, unknown>>[]> {
  return Object(await (await fetch(`${api.origin}/api/auth/jwks`)).json()).keys;
}

/** The result of a call with that token. */
async function outcome(bearer: string | undefined) {
  const answer = await callFlows(api, '/runs', bearer === undefined ? {} : { token: bearer });
  return [answer.status, Object(await answer.json()).code];
}

const refused = [401, 'access_token_invalid'];
const otherKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;

describe('an access token', () => {
  test('is for the flows, for five minutes, and for the session that requested it', async () => {
    expect(partOf(token, 0)).toEqual({ alg: 'ES256', typ: 'at+jwt', kid: 'local' });
    const { iat, exp, ...claims } = partOf(token, 1);
    expect(Number(exp) - Number(iat)).toBe(300);
    const { id } = await api.db.selectFrom('sessions').select('id').executeTakeFirstOrThrow();
    expect(claims).toEqual({
      iss: api.origin,
      aud: api.flowsOrigin,
      sub: 'ada',
      sid: id,
      scope: 'flows',
      jti: expect.any(String),
    });
    expect((await callFlows(api, '/runs', { token })).status).toBe(200);
  });

  test('is verified by keys of which only the public parts are published', async () => {
    const keys = await publicKeys();
    expect(keys).toHaveLength(1);
    expect(Object.keys(keys[0] ?? {}).toSorted()).toEqual([
      ...['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'],
    ]);
  });

  test('that the right key signs anew with its own claims is good: the others fail for their changes', async () => {
    expect(await outcome(await signedBy(ownKey()))).toEqual([200, undefined]);
  });

  const past = Math.floor(Date.now() / 1_000) - 1;
  test.each<readonly [string, () => Promise<string | undefined>]>([
    ['that is missing', async () => undefined],
    ['that is no token', async () => 'abc'],
    ['that is too long', async () => `${token}${'a'.repeat(5_000)}`],
    ['that has expired', async () => signedBy(ownKey(), { exp: past })],
    ['that is older than five minutes', async () => signedBy(ownKey(), { iat: past - 330 })],
    ['of the future', async () => signedBy(ownKey(), { iat: past + 60 })],
    ['for another audience', async () => signedBy(ownKey(), { aud: api.origin })],
    ['of another issuer', async () => signedBy(ownKey(), { iss: api.flowsOrigin })],
    ['for another scope', async () => signedBy(ownKey(), { scope: 'all' })],
    ['of another user', async () => signedBy(ownKey(), { sub: 'bob' })],
    ['of a session that never was', async () => signedBy(ownKey(), { sid: randomUUID() })],
    ['of no session', async () => signedBy(ownKey(), { sid: 'a' })],
    ['of another kind', async () => signedBy(ownKey(), {}, { typ: 'JWT' })],
    ['signed by another key', async () => signedBy(otherKey)],
    ['signed by a key of another id', async () => signedBy(otherKey, {}, { kid: 'other' })],
    [
      'that is not signed',
      async () => `${encoded({ alg: 'none', typ: 'at+jwt' })}.${token.split('.')[1]}.`,
    ],
    [
      'signed by HMAC with the public key',
      async () => {
        const head = encoded({ alg: 'HS256', typ: 'at+jwt', kid: 'local' });
        const text = `${head}.${token.split('.')[1]}`;
        const [key] = await publicKeys();
        const mac = createHmac('sha256', JSON.stringify(key)).update(text).digest('base64url');
        return `${text}.${mac}`;
      },
    ],
    ['whose claims were changed', async () => token.replace(/\.[^.]+\./, `.${encoded({})}.`)],
  ])('%s is refused', async (_, make) => {
    expect(await outcome(await make())).toEqual(refused);
  });

  test('is refused as soon as its session has ended', async () => {
    const other = await signIn(api, 'grace');
    const hers = await accessTokenOf(api, other);
    expect(await outcome(hers)).toEqual([200, undefined]);
    await callAsUser(api, other, '/api/user/sessions', { method: 'DELETE' });
    expect(await outcome(hers)).toEqual(refused);
  });

  test('alone counts: the cookie of a session opens nothing at the origin of the flows', async () => {
    const answer = await callFlows(api, '/runs', { headers: { cookie } });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    expect(answer.headers.get('set-cookie')).toBeNull();
  });
});
