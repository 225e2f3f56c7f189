import { createHash, timingSafeEqual } from 'node:crypto';
import type { Environment } from './ask-aws.ts';

/** The header that proves to the API that a call came through CloudFront. */
export const originHeader = 'x-origin-secret';

type AuthorizerEvent = { readonly headers?: Readonly<Record<string, string | undefined>> };

/**
 * Makes the authorizer of the site's API. It admits only CloudFront's calls, so that nobody avoids
 * the firewall or forges an address. API Gateway refuses a call without the header by itself.
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

/** Compares two texts in a time that is independent of the first difference. */
function equals(one: string, other: string): boolean {
  const [first, second] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return first !== undefined && second !== undefined && timingSafeEqual(first, second);
}
