import { createHash } from 'node:crypto';
import type { Claims } from 'oidc-provider';

/** What somebody typed into the sign-in page, checked. */
export interface Person {
  readonly email: string;
  readonly name: string;
  readonly emailVerified: boolean;
}

/** The fields of the sign-in page as they came, to be shown again beside a message. */
export interface PersonForm {
  readonly email: string;
  readonly name: string;
  readonly emailVerified: boolean;
}

/** RFC 5321, section 4.5.3.1: 64 octets before the @, and 254 in all that fit into a path. */
const MAX_EMAIL_LENGTH = 254;
const emailPattern = /^[^\s@<>"\p{Cc}]{1,64}@[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?$/u;
export const MAX_NAME_LENGTH = 100;

export type FormCheck =
  | { readonly ok: true; readonly person: Person }
  | { readonly ok: false; readonly field: 'email' | 'name' };

/** Checks what was typed; a person without a name is called by the address, as Auth0 does. */
export function checkForm({ email, name, emailVerified }: PersonForm): FormCheck {
  const address = email.trim().toLowerCase();
  if (address.length > MAX_EMAIL_LENGTH || !emailPattern.test(address)) {
    return { ok: false, field: 'email' };
  }
  const called = name.trim();
  if (called.length > MAX_NAME_LENGTH || /\p{Cc}/u.test(called)) {
    return { ok: false, field: 'name' };
  }
  return { ok: true, person: { email: address, name: called || address, emailVerified } };
}

/** The subject of an address: the same address, in any case, is the same person. */
export function subjectOf(email: string): string {
  const hash = createHash('sha256').update(email.toLowerCase()).digest('hex');
  return `local|${hash.slice(0, 24)}`;
}

/**
 * The claims about a person, with the names and formats that Auth0 uses: `updated_at` is an
 * RFC 3339 time there, where OpenID Connect Core 1.0, section 5.1, has a number.
 *
 * @param issuer the provider's address, with the slash at its end
 */
export function claimsOf(person: Person, updatedAt: Date, issuer: string): Claims {
  const words = person.name.split(/\s+/);
  const [given = '', family = ''] = words;
  return {
    sub: subjectOf(person.email),
    email: person.email,
    email_verified: person.emailVerified,
    name: person.name,
    nickname: person.email.slice(0, person.email.indexOf('@')),
    ...(words.length === 2 ? { given_name: given, family_name: family } : {}),
    picture: `${issuer}avatars/${encodeURIComponent(initialsOf(words))}.svg`,
    updated_at: updatedAt.toISOString(),
  };
}

/** The claims of the scopes `profile` and `email` (OpenID Connect Core 1.0, section 5.4). */
export const claimsOfScopes = {
  openid: ['sub'],
  profile: ['name', 'nickname', 'given_name', 'family_name', 'picture', 'updated_at'],
  email: ['email', 'email_verified'],
} as const;

function initialsOf(words: readonly string[]): string {
  const ends = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  const letters = ends.map((word) => /[\p{L}\p{N}]/u.exec(word ?? '')?.[0] ?? '');
  return letters.join('').toUpperCase().slice(0, 4) || '?';
}
