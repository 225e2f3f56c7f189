import { personalKeyPrefix } from '../../src/contract/keys.ts';
import type { CodeOfCaller } from '../../src/contract/route.ts';
import {
  isSecret,
  type KeyOwner,
  type PersonalKeyStore,
  secretHash,
} from '../domain/key/personal-key.ts';
import type { Checked, Refusal } from '../http/handler.ts';
import type { Call } from '../http/request.ts';

type Code = CodeOfCaller<'personal-key'>;

/** Whether a token claims to be a personal key. */
export function isPersonalKey(token: string | undefined): token is string {
  return token?.startsWith(personalKeyPrefix) ?? false;
}

/** Whether a personal key stands in the address of a call. */
export function isInAddress({ path, query }: Pick<Call, 'path' | 'query'>): boolean {
  return [path, query].some((part) => part.includes(personalKeyPrefix));
}

/**
 * The owner of a personal key.
 *
 * Refuses with `key_from_page` a call from a page, and with `personal_key_invalid` whatever is wrong
 * with the key.
 */
export async function findKeyCaller(
  token: string | undefined,
  keys: PersonalKeyStore,
  now: Date,
  { headers, path, query }: Pick<Call, 'headers' | 'path' | 'query'>,
): Promise<Checked<{ readonly caller: KeyOwner }, Code>> {
  if (isInAddress({ path, query })) return inAddress;
  if (token === undefined) return invalid;
  if (headers.origin !== undefined) return fromPage;
  const owner = isSecret(token) ? await keys.find(secretHash(token), now) : undefined;
  return owner ? { ok: true, value: { caller: owner } } : invalid;
}

const fromPage: Refusal<Code> = {
  ok: false,
  code: 'key_from_page',
  detail:
    'The call has an Origin header, so a page sent it. Whoever opens a page can read its key: end this one, and call from a program.',
};

const inAddress: Refusal<Code> = {
  ok: false,
  code: 'personal_key_invalid',
  detail:
    'A key stands in the address, where logs keep it. End it, make a new one, and send that as "Authorization: Bearer".',
};

/** The refusal of a key that its owner has ended since the call began. */
export const keyEnded: Refusal<'personal_key_invalid'> = {
  ok: false,
  code: 'personal_key_invalid',
  detail: 'The key has ended a moment ago. Make a new one on the account page.',
};

const invalid: Refusal<Code> = {
  ok: false,
  code: 'personal_key_invalid',
  detail:
    'The Authorization header must be "Bearer", a space and a personal key in force. The account page lists your keys.',
};
