import { type Language, localizedPath } from '../../contract/language.ts';

/**
 * The absolute address of a path without a language prefix, in a language.
 * @param site the address of the site, as Astro has it from `SITE_ORIGIN`
 * @throws {TypeError} when there is none
 */
export function absoluteUrl(path: string, language: Language, site: URL | undefined): string {
  return new URL(localizedPath(path, language), site).href;
}
