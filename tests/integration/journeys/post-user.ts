import { requestedWithHeader } from '../../../src/contract/session.ts';

/** Sends the user-save call like the sign-in page, with changes to its headers. */
export function postUser(
  { origin }: { readonly origin: string },
  body: string,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const own = {
    'content-type': 'application/json',
    origin,
    'sec-fetch-site': 'same-origin',
    [requestedWithHeader.name]: requestedWithHeader.value,
  };
  return fetch(`${origin}/api/user`, { method: 'POST', headers: { ...own, ...headers }, body });
}

/** The value of the session cookie in an answer; undefined when it sets none. */
export function sessionOf(response: Response): string | undefined {
  const values = response.headers
    .getSetCookie()
    .map((line) => /^(?:__Host-)?session=([^;]*)/.exec(line)?.[1]);
  return values.find((value) => value);
}
