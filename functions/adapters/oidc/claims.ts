import { type Profile, profileSchema, usableClaims } from '../../../src/contract/user.ts';

/**
 * The profile that verified claims describe (OpenID Connect Core 1.0, section 5.1); nothing when
 * `sub` is missing or unusable. Other claims that are unusable are left out, not refused.
 */
export function profileOfClaims(claims: Readonly<Record<string, unknown>>): Profile | undefined {
  const candidate = { ...claims, updated_at: timeOf(claims.updated_at) };
  return profileSchema.safeParse(usableClaims(candidate)).data;
}

/** `updated_at` is a number of seconds in OpenID Connect and a text in Auth0; we keep a text. */
function timeOf(updatedAt: unknown): unknown {
  if (typeof updatedAt !== 'number') return updatedAt;
  const time = new Date(updatedAt * 1_000);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}
