// Checks for scripts that are too small to load the schema library.

import type { User } from './user.ts';

/** Whether a received value has fields, for scripts that are too small for the schema library. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** Whether a received value is a user as `userSchema` has it; of texts it checks the type alone. */
export function isUser(value: unknown): value is User {
  if (!isRecord(value) || !isRecord(value.app_metadata)) return false;
  const { sub, email_verified: verified, app_metadata: metadata } = value;
  const { credits } = metadata;
  return (
    typeof sub === 'string' &&
    sub !== '' &&
    Number.isSafeInteger(credits) &&
    Number(credits) >= 0 &&
    (verified === undefined || typeof verified === 'boolean') &&
    texts.every((name) => ['string', 'undefined'].includes(typeof value[name]))
  );
}

/** The fields of a user that are texts, each of which may be absent. */
const texts = [
  'email',
  'family_name',
  'given_name',
  'locale',
  'name',
  'nickname',
  'picture',
  'updated_at',
] as const satisfies readonly (keyof User)[];
