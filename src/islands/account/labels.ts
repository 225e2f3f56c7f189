import type { PackId } from '../../contract/prices.ts';
import type translation from '../../i18n/locales/en/translation.json';

/** The words of the account page, as the dictionaries have them. */
export type AccountLabels = (typeof translation)['account'];

/** What is sold and run, by the names that the rest of the site has for it. */
export interface Names {
  readonly packs: Readonly<Record<PackId, string>>;
  /** By their ids. */
  readonly flows: Readonly<Record<string, string>>;
}
