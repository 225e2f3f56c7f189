import { randomBytes } from 'node:crypto';
import { utcDay } from '../../src/contract/durations.ts';
import type { KeyChoices } from '../../src/contract/keys.ts';
import { newSecret, storedSecret } from '../domain/key/personal-key.ts';
import type { Refusal } from '../http/handler.ts';

/** A new secret, and the form in which it is stored. */
export function aSecret() {
  const secret = newSecret(randomBytes);
  return { secret, stored: storedSecret(secret) };
}

/** Refuses choices of a key whose last day is over at `now`. */
export function refuseChoices(
  { lastDay }: KeyChoices,
  now: Date,
): Refusal<'body_invalid'> | undefined {
  if (lastDay === undefined || lastDay >= utcDay(now)) return undefined;
  const detail = 'The field "lastDay" must be today or later, in UTC. End a key with DELETE.';
  return { ok: false, code: 'body_invalid', detail };
}

/** The refusal of a key that the caller does not have, or has ended. */
export const keyNotFound: Refusal<'key_not_found'> = {
  ok: false,
  code: 'key_not_found',
  detail: 'You have no such key in force: it may have ended before. List your keys anew.',
};
