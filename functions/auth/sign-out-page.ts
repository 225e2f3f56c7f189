import { type Language, localizedPath } from '../../src/contract/language.ts';
import { logoutPath } from '../../src/contract/session.ts';
import { fill } from '../../src/i18n/fill.ts';
import { signOutPageWords } from '../../src/i18n/words.ts';
import { site } from '../../src/site.config.ts';
import type { HtmlPage } from '../http/handler.ts';
import { smallPage } from '../http/small-page.ts';

/**
 * The page that asks before a sign-out that another site started. Its first link leads to its own
 * address: from here, that navigation is our own.
 */
export function signOutPage(language: Language): HtmlPage {
  const { title, text, confirm, stay } = signOutPageWords[language];
  const home = localizedPath('/', language);
  const asked = `<p>${fill(text, { site: site.name })}</p><a href="${logoutPath}">${confirm}</a>`;
  return smallPage(language, title, `${asked}<a href="${home}">${stay}</a>`);
}
