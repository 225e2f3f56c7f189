import { randomBytes, randomUUID } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import type { Schema } from '../../../functions/adapters/postgres/schema/schema.ts';
import { serviceKeys } from '../../../functions/adapters/postgres/session/service-keys.ts';
import { newServiceKey, serviceKeyHash } from '../../../functions/callers/for-service.ts';
import { routeKey } from '../../../infra/aws/api/http-api.ts';
import { matchPath } from '../../../src/contract/path-template.ts';
import { functionOf, serviceScopes } from '../../../src/contract/route.ts';
import { routes } from '../../../src/contract/routes.ts';
import { apiEvent, type EventParts, ownHeaders } from '../../support/api-event.ts';
import { signed } from '../../support/jwks-server.ts';
import { at } from '../../support/template-values.ts';
import { providerHost, siteHost, type World } from './world.ts';

/** API Gateway's answer made of a function's result. */
const answerSchema = z.object({
  statusCode: z.int(),
  headers: z._default(z.record(z.string(), z.string()), {}),
  cookies: z._default(z.array(z.string()), []),
  body: z._default(z.string(), ''),
});

export type Answer = z.infer<typeof answerSchema>;

/** Somebody who is signed in, in every way in which a call can say so. */
export interface Person {
  readonly sub: string;
  /** The session as a `Cookie` header has it. */
  readonly cookie: string;
  readonly walletId: string;
}

/** Calls the function that answers a route. An error of the function is one of the test. */
export async function call(
  world: World,
  name: keyof typeof routes,
  event: APIGatewayProxyEventV2,
): Promise<Answer> {
  const process = await world.start(functionOf(routes[name]));
  const invoked = await process.invoke(routed(name, event));
  if (!invoked.ok)
    throw new Error(`${name}: ${JSON.stringify(invoked.error)}\n${process.output()}`);
  return answerSchema.parse(invoked.value);
}

/** The event with the key of the route, and the names of its path, as API Gateway fills them in. */
function routed(name: keyof typeof routes, event: APIGatewayProxyEventV2): APIGatewayProxyEventV2 {
  const pathParameters = matchPath(routes[name].path, event.rawPath) ?? {};
  return { ...event, routeKey: routeKey(routes[name]), pathParameters };
}

/** A call as a script of the deployment's own pages makes it. */
export function ownCall(parts: EventParts): APIGatewayProxyEventV2 {
  return apiEvent({
    ...parts,
    headers: { ...ownHeaders, origin: `https://${siteHost}`, ...parts.headers },
  });
}

/** A good ID token of the deployment's identity provider; each is another one. */
export function idToken({ providerKey }: World, sub: string): Promise<string> {
  const nowS = Math.floor(Date.now() / 1_000);
  const claims = {
    iss: `https://${providerHost}/`,
    aud: 'aBcD1234',
    sub,
    iat: nowS - 1,
    exp: nowS + 3_600,
    email: `${sub}@example.com`,
    email_verified: true,
    nonce: randomUUID(),
  };
  return signed(claims, providerKey);
}

/** The call with which the sign-in page saves the user. */
export function signInCall(sub: string, token: string): APIGatewayProxyEventV2 {
  return ownCall({
    method: 'POST',
    path: '/api/user',
    headers: { authorization: `Bearer ${token}`, 'x-viewer-address': anyAddress() },
    body: JSON.stringify({ sub }),
  });
}

/** An address of a network that nobody else has: each gets so many trials a day. */
function anyAddress(): string {
  return `10.${[...randomBytes(3)].join('.')}`;
}

/** The session that an answer begins, as a `Cookie` header has it. */
export function cookieOf({ cookies }: Answer): string {
  return cookies.find((line) => line.startsWith('__Host-session='))?.split(';')[0] ?? '';
}

/** Signs somebody in who has not been there: a wallet with the trial's 25 credits. */
export async function aPerson(world: World, db: Kysely<Schema>): Promise<Person> {
  const sub = `person-${randomUUID()}`;
  const answer = await call(world, 'saveUser', signInCall(sub, await idToken(world, sub)));
  const { wallet_id: walletId } = await db
    .selectFrom('users')
    .where('sub', '=', sub)
    .select('wallet_id')
    .executeTakeFirstOrThrow();
  return { sub, cookie: cookieOf(answer), walletId };
}

/** An access token for the flows API. */
export async function accessToken(world: World, { cookie }: Person): Promise<string> {
  const event = ownCall({ method: 'POST', path: '/api/auth/token', cookies: [cookie] });
  const { body } = await call(world, 'createToken', event);
  return String(at(JSON.parse(body), 'accessToken'));
}

/** The key of a service, as the operator's command makes it. */
export async function serviceKey(db: Kysely<Schema>): Promise<string> {
  const token = newServiceKey(randomBytes);
  const keyHash = serviceKeyHash(token);
  const scopes = serviceScopes;
  await serviceKeys(db).make({ name: 'render-farm', scopes, keyHash, now: new Date() });
  return token;
}

/** A call with a token, of a service or of a program. */
export function keyedCall(
  path: string,
  token: string,
  body: unknown,
  key: string = randomUUID(),
): APIGatewayProxyEventV2 {
  return apiEvent({
    method: 'POST',
    path,
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      'idempotency-key': key,
    },
    body: JSON.stringify(body),
  });
}
