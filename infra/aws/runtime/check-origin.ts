import { createHash, timingSafeEqual } from 'node:crypto';
import type { Environment } from './ask-aws.ts';

/** The header in which CloudFront proves to the API that the call came through it. */
export const originHeader = 'x-origin-secret';

type AuthorizerEvent = { readonly headers?: Readonly<Record<string, string | undefined>> };

/**
 * Makes the authorizer of the site's API: it admits only what CloudFront sent, so that nobody passes
 * by the firewall or forges an address. API Gateway refuses a call without the header by itself.
 * Source: "Control access to HTTP APIs with Lambda authorizers" in the API Gateway developer guide.
 */
export function checkOrigin(
  env: Environment,
): (event: AuthorizerEvent) => Promise<{ readonly isAuthorized: boolean }> {
  return async ({ headers }) => {
    const expected = env.ORIGIN_SECRET;
    const told = headers?.[originHeader];
    return { isAuthorized: !!expected && !!told && equals(told, expected) };
  };
}

/** Compares in a time that does not depend on where the two differ. */
function equals(one: string, other: string): boolean {
  const [first, second] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return first !== undefined && second !== undefined && timingSafeEqual(first, second);
}
