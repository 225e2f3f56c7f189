import { isLanguage } from '../contract/language.ts';

/** How long the choice is kept, in seconds: a year. */
const maxAgeSeconds = 31_536_000;

/** Keeps the language that the visitor chose in the cookie `language`; anything else is ignored. */
export function rememberLanguage(chosen: string | null | undefined): void {
  if (!isLanguage(chosen)) return;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet.
  document.cookie = `language=${chosen}; Path=/; Max-Age=${maxAgeSeconds}; SameSite=Lax`;
}
