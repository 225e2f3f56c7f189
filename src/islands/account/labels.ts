import type { PackId } from '../../contract/prices.ts';
import type account from '../../i18n/en/account.json';

/** The words of the account page, as the dictionaries have them. */
export type AccountLabels = (typeof account)['account'];

/** What is sold and run, by the names that the rest of the site has for it. */
export interface Names {
  readonly packs: Readonly<Record<PackId, string>>;
  /** By their ids. */
  readonly flows: Readonly<Record<string, string>>;
}
