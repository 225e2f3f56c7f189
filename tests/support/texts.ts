import { type ByLanguage, byLanguage } from '../../src/contract/language.ts';

/** A made-up text: in Chinese, and in English for every other language that the product has. */
export function textIn(en: string, zh: string): ByLanguage<string> {
  return byLanguage((language) => (language === 'zh' ? zh : en));
}
