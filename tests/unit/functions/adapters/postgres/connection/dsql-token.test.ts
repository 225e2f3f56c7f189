import { expect, test } from 'vitest';
import { dsqlToken } from '../../../../../../functions/adapters/postgres/connection/dsql-token.ts';
import { clusterConnection } from '../../../../../../functions/adapters/postgres/connection/server.ts';

const host = 'abcdefghijklmnopqrstuvwxyz.dsql.eu-central-1.on.aws';
const url = (user: string) => `postgres://${user}@${host}:5432/postgres`;
const credentials = {
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'secret/key',
  sessionToken: 'tok+/=',
};
const now = new Date('2026-01-02T03:04:05Z');

/** The token as a URL: it lacks only the scheme. */
async function signed(user: string): Promise<URL> {
  return new URL(`https://${await dsqlToken(url(user), credentials, now)}`);
}

// The signatures are those of @aws-sdk/dsql-signer 3.1142.0 for the same keys and the same time.
test.each([
  ['application', 'DbConnect', 'c28b3fa6b14b6946f7a10d4f89d7d8acf0ef6427e30fb9cda1794e5401ca6130'],
  ['admin', 'DbConnectAdmin', '80b2133fbd0abf2be69669a603074d94942aea92380b31ceeb440d405aa37c07'],
])('%s gets a token for %s, signed as AWS signs it', async (user, action, signature) => {
  const { hostname, pathname, searchParams } = await signed(user);
  expect([hostname, pathname]).toEqual([host, '/']);
  expect(Object.fromEntries(searchParams)).toEqual({
    Action: action,
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': 'AKIDEXAMPLE/20260102/eu-central-1/dsql/aws4_request',
    'X-Amz-Date': '20260102T030405Z',
    'X-Amz-Expires': '900',
    'X-Amz-Security-Token': 'tok+/=',
    'X-Amz-Signature': signature,
    'X-Amz-SignedHeaders': 'host',
  });
});

test('a URL that names no cluster gets none', async () => {
  const other = 'postgres://application@db.example.com:5432/postgres';
  await expect(dsqlToken(other, credentials, now)).rejects.toThrow('names no cluster');
});

test('each connection to a cluster is made over TLS with a token of its own', async () => {
  const { password, ...rest } = clusterConnection(url('application'), credentials);
  expect(rest).toEqual({ host, port: 5432, user: 'application', database: 'postgres', ssl: true });
  expect(await password?.()).toMatch(new RegExp(`^${host}/\\?Action=DbConnect&`));
});

test('without keys there is no password', () => {
  expect(clusterConnection(url('application'), undefined)).not.toHaveProperty('password');
});
