import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach } from 'vitest';
import { type Api, startApi } from './api.ts';
import { callAsUser, signIn } from './signed-in.ts';

/** The parts of a call to the origin of the flows besides its address. */
export interface FlowCall {
  readonly method?: string;
  readonly body?: unknown;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Calls the origin of the flows as a program does, without any browser's headers. */
export function callFlows(
  { flowsOrigin }: Pick<Api, 'flowsOrigin'>,
  path: string,
  { method = 'GET', body, token, headers = {} }: FlowCall = {},
): Promise<Response> {
  return fetch(`${flowsOrigin}${path}`, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

/** An access token for the session of a cookie. */
export async function accessTokenOf(api: Api, cookie: string): Promise<string> {
  const answer = await callAsUser(api, cookie, '/api/auth/token', { method: 'POST' });
  const body: unknown = await answer.json();
  return String(Object(body).accessToken);
}

/** The API with a user who is signed in, and has an access token. */
export async function startWithToken(who: string) {
  const api = await startApi();
  const cookie = await signIn(api, who);
  return { api, cookie, token: await accessTokenOf(api, cookie) };
}

/** The API, and before each test of the file another user, who has the trial's credits and a token. */
export async function startWithPeople(prefix: string) {
  const api = await startApi();
  afterAll(api.close);
  const person = { sub: prefix, cookie: '', token: '' };
  const credits = async () => (await callAsUser(api, person.cookie, '/api/credits')).json();
  let people = 0;
  beforeEach(async () => {
    people += 1;
    person.sub = `${prefix}-${people}`;
    person.cookie = await signIn(api, person.sub);
    person.token = await accessTokenOf(api, person.cookie);
  });
  return { api, person, credits };
}

/** Runs a flow, under a new key unless the caller gives one. */
export async function startRun(
  api: Api,
  token: string,
  flow: string,
  input: unknown,
  {
    key = randomUUID(),
    headers = {},
    ...rest
  }: {
    readonly key?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly credits?: number;
    readonly partial?: boolean;
  } = {},
) {
  const answer = await callFlows(api, `/flows/${flow}/runs`, {
    method: 'POST',
    token,
    body: { input, ...rest },
    headers: { 'idempotency-key': key, ...headers },
  });
  const body: Readonly<Record<string, unknown>> = Object(await answer.json());
  const replayed = answer.headers.get('idempotency-replayed') === 'true';
  return { status: answer.status, replayed, body, headers: answer.headers };
}
