import type { Area } from '../planted-bug.ts';

const blog = 'src/prerender/blog/';
const blogTests = 'tests/unit/src/prerender/blog/';
const builtSite = ['tests/integration/site/made-up-site'];

/** Bugs in what the build writes: pages, their heads, the sitemap, feeds and the search. */
export const pages: Area = {
  name: 'pages',
  tests: builtSite,
  bugs: [
    {
      name: 'Every language of a page has one address',
      file: 'src/components/Head.astro',
      from: 'hreflang={of} href={absolute(of)}',
      to: 'hreflang={of} href={absolute(language)}',
    },
    {
      name: 'A title ends the script with the facts of its post',
      file: 'src/components/StructuredData.astro',
      from: ".replaceAll('<', '\\\\u003c')",
      to: '',
    },
    {
      name: 'The sitemap leads readers of other languages to the page itself',
      file: `${blog}sitemap.ts`,
      from: "alternate('x-default', inLanguages[0] ?? language)",
      to: "alternate('x-default', language)",
      tests: [`${blogTests}sitemap`],
    },
    {
      name: 'An author’s name is markup in the feed',
      file: `${blog}feed.ts`,
      from: 'escapeXml(await authorName(post.author))',
      to: 'await authorName(post.author)',
      tests: [`${blogTests}feed`],
    },
    {
      name: 'Readers see a post a day too early',
      file: `${blog}post.ts`,
      from: 'publishDate.getTime() <= nowMs',
      to: 'publishDate.getTime() <= nowMs + 86_400_000',
      tests: [`${blogTests}post`],
    },
    {
      name: 'The search finds no word of a title',
      file: `${blog}search-index.ts`,
      from: "['title', 'description', 'text'] as const",
      to: "['description', 'text'] as const",
      tests: ['tests/unit/src/search/search'],
    },
    {
      name: 'Chinese pages name their prices in the currency of English ones',
      file: 'src/prerender/pricing/prices.ts',
      from: 'firstCurrency(language)',
      to: "firstCurrency('en')",
      tests: ['tests/unit/src/prerender/pricing/prices'],
    },
  ],
};
