import * as z from 'zod/mini';
import { type Profile, profileSchema } from '../../../../src/contract/user.ts';
import type { ProfileColumns } from '../schema/schema.ts';

/** The columns of a profile, which have the names of its fields: a field without one doesn't compile. */
export const profileColumns = z.keyof(profileSchema).options;

/** A profile as columns: what it does not say becomes null, so an old value never stays. */
export function columnsOfProfile(profile: Profile): ProfileColumns {
  return {
    sub: profile.sub,
    email: storable(profile.email),
    email_verified: profile.email_verified ?? null,
    family_name: storable(profile.family_name),
    given_name: storable(profile.given_name),
    locale: storable(profile.locale),
    name: storable(profile.name),
    nickname: storable(profile.nickname),
    picture: storable(profile.picture),
    updated_at: storable(profile.updated_at),
  };
}

/** The profile of a stored row: the columns that are not null. */
export function profileOfColumns(columns: ProfileColumns): Profile {
  const present = Object.entries(columns).filter(([, value]) => value !== null);
  return profileSchema.parse(Object.fromEntries(present));
}

/**
 * Postgres' text cannot hold U+0000, and JSON can; the replacement character stands in for it.
 * Never in `sub`, where it would make one person of two: the contract lets only ASCII that can be
 * printed into it, and what slipped past that would fail here.
 */
function storable(text: string | undefined): string | null {
  return text?.replaceAll('\u0000', '\ufffd') ?? null;
}
