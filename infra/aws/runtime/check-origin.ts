import { createHash, timingSafeEqual } from 'node:crypto';
import type { Environment } from './ask-aws.ts';

/** The header in which CloudFront proves to the API that the call came through it. */
export const originHeader = 'x-origin-secret';

interface AuthorizerEvent {
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

/**
 * Makes the authorizer of the site's API: it lets through what CloudFront sent and nothing else, so
 * that nobody passes by the firewall or says for themselves where they are. API Gateway keeps the
 * answer to a header for an hour, and refuses a call without the header by itself.
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

/** In a time that says nothing about where the two differ, whatever their lengths. */
function equals(one: string, other: string): boolean {
  const [first, second] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return first !== undefined && second !== undefined && timingSafeEqual(first, second);
}
