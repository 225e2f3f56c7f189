import * as z from 'zod/mini';
import { type Profile, profileSchema } from '../../../../src/contract/user.ts';
import type { ProfileColumns } from '../schema/schema.ts';

/** The columns of a profile. They have the names of its fields, and the compiler checks that. */
export const profileColumns = z.keyof(profileSchema).options;

/** The columns of a profile. A missing field becomes null, so no old value stays. */
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

/** The profile of a row: the columns that are not null. */
export function profileOfColumns(columns: ProfileColumns): Profile {
  const present = Object.entries(columns).filter(([, value]) => value !== null);
  return profileSchema.parse(Object.fromEntries(present));
}

/**
 * Replaces U+0000, which JSON can hold and Postgres' text cannot, by the replacement character. `sub`
 * is never changed, because two users could become one. The contract allows only printable ASCII in
 * it, and any other text would fail in the database.
 */
function storable(text: string | undefined): string | null {
  return text?.replaceAll('\u0000', '\ufffd') ?? null;
}
