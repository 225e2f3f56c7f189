import type { ByLanguage, Language } from '../contract/language.ts';
import { ownLanguages } from './own-languages.ts';
import type * as chinese from './zh/dictionaries.ts';

type Dictionaries = typeof chinese;
type First = 'en' | 'zh';

type Own = Exclude<Language, First>;

const own: Readonly<Record<Own, Dictionaries>> = ownLanguages;

/**
 * The same words in every language.
 * @param first the words in the first languages: a caller imports them alone, so a bundle has no others
 * @param pick finds the words in the dictionaries of a language that the adopter added
 */
export function inEvery<Words>(
  first: Readonly<Record<First, Words>>,
  pick: (dictionaries: Dictionaries) => Words,
): ByLanguage<Words> {
  const others = Object.entries<Dictionaries>(own).map(([code, words]) => [code, pick(words)]);
  return { ...first, ...(Object.fromEntries(others) as Record<Own, Words>) };
}
