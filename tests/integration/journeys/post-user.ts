import { requestedWithHeader } from '../../../src/contract/sign-in.ts';

/** Sends the user-save call like the sign-in page, with changes to its headers. */
export function postUser(
  { origin }: { readonly origin: string },
  body: string,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  return fetch(`${origin}/api/user`, {
    method: 'POST',
    headers: { ...saveHeaders(origin), ...headers },
    body,
  });
}

/** The headers of the user-save call, without its token. */
export function saveHeaders(origin: string): Readonly<Record<string, string>> {
  return {
    'content-type': 'application/json',
    origin,
    'sec-fetch-site': 'same-origin',
    [requestedWithHeader.name]: requestedWithHeader.value,
  };
}

/** The value of the session cookie in an answer; undefined when it sets none. */
export function sessionOf(response: Response): string | undefined {
  const values = response.headers
    .getSetCookie()
    .map((line) => /^(?:__Host-)?session=([^;]*)/.exec(line)?.[1]);
  return values.find((value) => value);
}
