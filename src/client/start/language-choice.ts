import { isLanguage, languageCookie } from '../../contract/language.ts';

/** How long the choice is kept, in seconds: a year. */
const maxAgeSeconds = 31_536_000;

/**
 * Keeps the language that the visitor chose in the cookie `languageCookie`, and takes the query and the
 * place on the page along to the page in that language.
 */
export function followInLanguage(twin: HTMLAnchorElement): void {
  if (!isLanguage(twin.hreflang)) return;
  twin.search ||= location.search;
  twin.hash ||= location.hash;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet.
  document.cookie = `${languageCookie}=${twin.hreflang}; Path=/; Max-Age=${maxAgeSeconds}; SameSite=Lax`;
}
