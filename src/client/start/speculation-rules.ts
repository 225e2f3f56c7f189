import { languages, localizedPath } from '../../contract/language.ts';
import { signInPath } from '../../contract/session.ts';

/** Pages that act, or that show what belongs to somebody: nobody gets them by pointing at a link. */
const closed = [signInPath, '/account/', '/flows/', '/admin/'];

const pages = {
  and: [
    // Our addresses of pages end with a slash; feeds and other files do not. `/` itself is left out:
    // it may lead on to another language by a cookie, which pressing the language switch changes
    // only after the page has been fetched, and a request ahead looks like a first visit.
    { href_matches: '/*/' },
    {
      not: {
        href_matches: [
          '/api/*',
          ...closed.flatMap((path) => languages.map((of) => `${localizedPath(path, of)}*`)),
        ],
      },
    },
  ],
};

/**
 * Which links the browser may follow ahead of the reader: it fetches a public page of ours when a
 * link to it is pointed at, and renders it when the link is pressed, in the tenth of a second until
 * the finger or the button comes up. Fetched alone runs nothing, so pointing has no effects; what a
 * page does when it is rendered ahead waits in `start.ts` until it is shown. Like the head script,
 * the rules stand before the content security policy of the page, which holds from there on.
 * Source: HTML Living Standard, "Speculative loading".
 */
export const speculationRules = JSON.stringify({
  prefetch: [{ where: pages, eagerness: 'moderate' }],
  prerender: [{ where: pages, eagerness: 'conservative' }],
});
