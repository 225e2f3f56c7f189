import { confirmationOf, deletionSignInMinutes } from '../../../src/contract/account.ts';
import type { Profile } from '../../../src/contract/user.ts';

const MINUTE_MS = 60_000;

/** Whether what was typed is what the owner of an account was asked for, however it is written. */
export function isConfirmed(typed: string, profile: Profile): boolean {
  return plain(typed) === plain(confirmationOf(profile));
}

/** Whether a sign-in is recent enough for its account to be deleted. */
export function isRecentSignIn(signedInAt: Date, now: Date): boolean {
  return now.getTime() - signedInAt.getTime() <= deletionSignInMinutes * MINUTE_MS;
}

/** Phones write the first letter large, and add a space after a word that they completed. */
function plain(text: string): string {
  return text.trim().normalize('NFC').toLowerCase();
}
