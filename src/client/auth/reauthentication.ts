import { storedText } from '../browser-storage.ts';

/**
 * Holds a text when the next sign-in in this browser must ask for the password, even if the
 * provider remembers the user. Without it, a page that needs a session would create a new account
 * right after the old one was deleted, without any click.
 */
export const reauthentication = storedText(
  () => localStorage,
  'sign-in-anew',
  (text) => text || undefined,
);
