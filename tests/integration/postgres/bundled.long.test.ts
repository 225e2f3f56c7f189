import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { afterAll, expect, test, vi } from 'vitest';
import { userStore } from '../../../functions/adapters/postgres/account/user-store.ts';
import { newSessionToken, sessionTokenHash } from '../../../functions/http/session-cookie.ts';
import { apiEvent } from '../../support/api-event.ts';
import { databaseOfBlock } from '../../support/database.ts';
import { bundledParts } from '../../support/deployment.ts';
import { aSignIn } from '../../support/sign-ins.ts';

type Handler = (event: APIGatewayProxyEventV2) => Promise<object>;

const { db, databaseUrl } = databaseOfBlock('server');

afterAll(() => {
  vi.unstubAllEnvs();
});

// The calls of every visit go to the driver without Kysely, and are bundled without it.
test('a session is read, led on and ended from the bundles, on a server', async () => {
  const sessionToken = newSessionToken(randomBytes);
  const signIn = aSignIn('ada', { now: new Date() });
  const session = { ...signIn.session, tokenHash: sessionTokenHash(sessionToken) };
  await userStore(db).signIn({ ...signIn, session });
  const cookies = [`__Host-session=${sessionToken}`, 'signed_in=1'];
  stubSettings(databaseUrl);
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const { bundles } = await bundledParts();
  const code = pathToFileURL(join(bundles.folder, 'site/index.mjs')).href;
  const { handler }: { handler: Handler } = await import(code);
  const headers = { 'sec-fetch-dest': 'document' };
  const call = (path: string) => handler(apiEvent({ path: `/api/${path}`, cookies, headers }));
  expect(await call('health')).toMatchObject({ statusCode: 200 });
  const me = await call('auth/me');
  expect(me).toMatchObject({ statusCode: 200, body: expect.any(String) });
  const app_metadata = { credits: signIn.trial?.amountCredits };
  expect(JSON.parse(String(Object(me).body))).toEqual({ ...signIn.identity, app_metadata });
  const atHome = { statusCode: 302, headers: { location: '/' } };
  expect(await call('auth/login')).toMatchObject(atHome);
  expect(await call('auth/logout')).toMatchObject({ statusCode: 302 });
  expect(await call('auth/me')).toMatchObject({ statusCode: 204 });
  expect(await db.selectFrom('sessions').selectAll().execute()).toEqual([]);
});

function stubSettings(databaseUrl: string): void {
  const settings = {
    SITE_ORIGIN: 'https://www.example.com',
    AUTH0_DOMAIN: 'tenant.eu.auth0.com',
    AUTH0_CLIENT_ID: 'aBcD1234',
    DATABASE_URL: databaseUrl,
  };
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
}
