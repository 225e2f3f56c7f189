import { createHash } from 'node:crypto';
import type { Claims } from 'oidc-provider';
import { site } from '../../../src/site.config.ts';
import { escapeHtml } from '../http/html.ts';

/** A person as the sign-in page describes one; `checkForm` makes sure that the fields are valid. */
export interface Person {
  readonly email: string;
  readonly name: string;
  readonly emailVerified: boolean;
}

/** RFC 5321, section 4.5.3.1: 64 octets before the @; a path of 256 leaves 254 for the address. */
const MAX_EMAIL_LENGTH = 254;
const emailPattern = /^[^\s@<>"\p{Cc}]{1,64}@[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?$/u;
export const MAX_NAME_LENGTH = 100;

export type FormCheck =
  | { readonly ok: true; readonly person: Person }
  | { readonly ok: false; readonly code: 'email_invalid' | 'name_invalid' };

/** Checks the fields of the sign-in page. Without a name, the address is the name, as with Auth0. */
export function checkForm({ email, name, emailVerified }: Person): FormCheck {
  const address = email.trim().toLowerCase();
  if (address.length > MAX_EMAIL_LENGTH || !emailPattern.test(address)) {
    return { ok: false, code: 'email_invalid' };
  }
  const fullName = name.trim();
  if (fullName.length > MAX_NAME_LENGTH || /\p{Cc}/u.test(fullName)) {
    return { ok: false, code: 'name_invalid' };
  }
  return { ok: true, person: { email: address, name: fullName || address, emailVerified } };
}

/** The subject for an address; upper and lower case make no difference. */
export function subjectOf(email: string): string {
  const hash = createHash('sha256').update(email.toLowerCase()).digest('hex');
  return `local|${hash.slice(0, 24)}`;
}

/**
 * The claims about a person, with the names and formats of Auth0: `updated_at` is an RFC 3339 time,
 * where OpenID Connect Core 1.0, section 5.1, has a number.
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

/** OpenID Connect Core 1.0, section 5.4. */
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

const avatarPath = /^\/avatars\/([^/]{1,40})\.svg$/;
/** Two letters, each with a combining mark at most, or `?` for a name without letters. */
const initialsPattern = /^(?:[\p{L}\p{N}\p{M}]{1,4}|\?)$/u;

/**
 * The SVG picture at the address in the `picture` claim; `undefined` when the path names none.
 * @param path the path of the request, percent-encoded
 */
export function avatarAt(path: string): string | undefined {
  try {
    const initials = decodeURIComponent(avatarPath.exec(path)?.[1] ?? '');
    return initialsPattern.test(initials) ? drawing(initials) : undefined;
  } catch {
    return undefined;
  }
}

function drawing(initials: string): string {
  const { brand, paper } = site.colors;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96"><rect width="96" height="96" fill="${brand}"/><text x="48" y="50" fill="${paper}" font-family="system-ui, sans-serif" font-size="38" font-weight="600" text-anchor="middle" dominant-baseline="central">${escapeHtml(initials)}</text></svg>`;
}
