import { requestedWithHeader } from '../../../src/contract/sign-in.ts';
import { type Api, idToken } from './api.ts';
import { postUser, sessionOf } from './post-user.ts';

/** The parts of a call besides its address. */
export interface UserCall {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Signs a user in; returns the session's cookie as a `Cookie` header has it. */
export async function signIn(
  api: Api,
  sub: string,
  { userAgent = 'Test/1.0', claims = {} }: { userAgent?: string; claims?: object } = {},
): Promise<string> {
  const token = await idToken(api, { sub, email: `${sub}@example.com`, ...claims });
  const answer = await postUser(api, JSON.stringify({ sub }), {
    authorization: `Bearer ${token}`,
    'user-agent': userAgent,
  });
  const session = sessionOf(answer);
  if (session === undefined) throw new Error(`nobody was signed in: ${await answer.text()}`);
  return `session=${session}`;
}

/** Calls a route like a script of our own pages, with changes to its headers. */
export function callAsUser(
  { origin }: Pick<Api, 'origin'>,
  cookie: string,
  path: string,
  { method = 'GET', body, headers = {} }: UserCall = {},
): Promise<Response> {
  const own = {
    cookie,
    origin,
    'sec-fetch-site': 'same-origin',
    [requestedWithHeader.name]: requestedWithHeader.value,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  return fetch(`${origin}${path}`, {
    method,
    redirect: 'manual',
    headers: { ...own, ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

/** The id of the wallet of a subject. */
export async function walletOf({ db }: Pick<Api, 'db'>, sub: string): Promise<string> {
  const { wallet_id } = await db
    .selectFrom('users')
    .where('sub', '=', sub)
    .select('wallet_id')
    .executeTakeFirstOrThrow();
  return wallet_id;
}
