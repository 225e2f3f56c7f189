import { type StoredText, storedText } from './stored-text.ts';

/**
 * Whether the next sign-in in this browser asks for the password whatever the provider remembers.
 * After an account was deleted, a page that asks for a session would else make a new one without
 * anybody pressing a button.
 */
export const signInAnew: StoredText = storedText('sign-in-anew', () => localStorage);
