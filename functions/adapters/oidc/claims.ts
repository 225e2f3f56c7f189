import * as z from 'zod/mini';
import { type Profile, profileSchema } from '../../../src/contract/user.ts';

/**
 * The profile that verified claims describe (OpenID Connect Core 1.0, section 5.1); nothing when
 * `sub` is missing or unusable. Other claims that are unusable are left out, not refused: the
 * provider passes on what its upstream says (LinkedIn's `locale` is an object), and nobody shall
 * be unable to sign in for that.
 */
export function profileOfClaims(claims: Readonly<Record<string, unknown>>): Profile | undefined {
  const candidate = { ...claims, updated_at: timeOf(claims.updated_at) };
  const first = z.safeParse(profileSchema, candidate);
  if (first.success) return first.data;
  const unusable = new Set(first.error.issues.map((issue) => issue.path[0]));
  const usable = Object.entries(candidate).filter(([name]) => !unusable.has(name));
  return z.safeParse(profileSchema, Object.fromEntries(usable)).data;
}

/** `updated_at` is a number of seconds in OpenID Connect and a text in Auth0; we keep a text. */
function timeOf(updatedAt: unknown): unknown {
  if (typeof updatedAt !== 'number') return updatedAt;
  const time = new Date(updatedAt * 1_000);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}
