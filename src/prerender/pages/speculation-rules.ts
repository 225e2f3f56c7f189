import { guardedPaths, signInPath } from '../../contract/sign-in.ts';

/** Pages that act, or that show a user's data: browsers must not fetch them ahead. */
const excluded = [signInPath, ...guardedPaths, '/admin/'];

/** The path prefix of any language: `/`, or `/zh/`. Source: URL Pattern Standard. */
const anyLanguage = '/{:language/}?';

const pages = {
  and: [
    // Our page addresses end with a slash; feeds and other files don't. `/` itself is excluded: it
    // may redirect to another language by a cookie. The language switch changes that cookie only
    // when it is clicked, after the browser has fetched `/` ahead as if for a first visit.
    { href_matches: '/*/' },
    {
      not: {
        href_matches: ['/api/*', ...excluded.map((path) => `${anyLanguage}${path.slice(1)}*`)],
      },
    },
  ],
};

/** Links of the bar: a visitor who rests on one of them will most likely press it. */
const inBar = { and: [...pages.and, { selector_matches: '.bar-link:not([href="#"])' }] };

/**
 * Tells browsers which pages to load ahead. They prefetch one of our public pages when the visitor
 * points at a link to it, and prerender it when the pointer goes down, a tenth of a second before
 * the click. A page that the bar links to is prerendered when the visitor points at it. A prefetched page runs nothing; a prerendered page waits in `start.ts` until it is
 * shown. Like the head script, the rules stand before the page's content security policy, which
 * applies only to what follows it.
 * Source: HTML Living Standard, "Speculative loading".
 */
export const speculationRules = JSON.stringify({
  prefetch: [{ where: pages, eagerness: 'moderate' }],
  prerender: [
    { where: pages, eagerness: 'conservative' },
    { where: inBar, eagerness: 'moderate' },
  ],
});
