/**
 * The dictionaries of the languages that you add, by their codes: `{ ja }`, after
 * `import * as ja from './ja/dictionaries.ts';`. Later versions of ours leave this file alone.
 */
export const ownLanguages = {};
