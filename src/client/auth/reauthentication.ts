import { storedText } from '../browser-storage.ts';

/**
 * Holds a text when the provider must ask for the password again. Without it, a page that needs a
 * session would create a new account right after the old one was deleted, without any click.
 */
export const reauthentication = storedText(
  () => localStorage,
  'sign-in-anew',
  (text) => text || undefined,
);
