import { defaultLanguage, isLanguage, type Language } from '../../../src/contract/language.ts';

/**
 * The language to show the pages in.
 *
 * @param uiLocales BCP 47 tags with spaces between, the preferred one first, as the application
 *   sent them (OpenID Connect Core 1.0, section 3.1.2.1)
 */
export function pageLanguage(uiLocales: string | undefined): Language {
  const tags = uiLocales?.toLowerCase().split(' ') ?? [];
  return tags.map((tag) => tag.split('-', 1)[0]).find(isLanguage) ?? defaultLanguage;
}
