import { expect, it } from 'vitest';
import { postStructuredData } from '../../../../../src/prerender/blog/structured-data.ts';
import { madeUpPost } from '../../../../support/made-up-post.ts';

const site = { name: 'Mill', url: 'https://mill.example/' };
const context = {
  url: 'https://mill.example/blog/a-post/',
  imageUrl: 'https://mill.example/og/en/a-post.png',
  author: { name: 'Ann', url: 'https://mill.example/blog/authors/ann/' },
  publisher: site,
  tagNames: ['Water'],
  above: [site, { name: 'Blog', url: 'https://mill.example/blog/' }],
};

it('describes a post, its author, its dates and its breadcrumbs', () => {
  const post = madeUpPost({ updatedDate: new Date('2026-02-03') });
  expect(postStructuredData(post, context)).toEqual({
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'BlogPosting',
        url: context.url,
        mainEntityOfPage: context.url,
        headline: 'About a-post',
        description: 'What it is about.',
        image: context.imageUrl,
        datePublished: '2026-01-01',
        dateModified: '2026-02-03',
        inLanguage: 'en',
        wordCount: 400,
        keywords: ['Water'],
        author: { '@type': 'Person', ...context.author },
        publisher: { '@type': 'Organization', ...site },
      },
      {
        '@type': 'BreadcrumbList',
        itemListElement: [
          { '@type': 'ListItem', position: 1, name: 'Mill', item: site.url },
          { '@type': 'ListItem', position: 2, name: 'Blog', item: 'https://mill.example/blog/' },
          { '@type': 'ListItem', position: 3, name: 'About a-post', item: context.url },
        ],
      },
    ],
  });
});

it('a post without an update was last modified on its publish day', () => {
  const [posting] = postStructuredData(madeUpPost(), context)['@graph'];
  expect(posting).toMatchObject({ datePublished: '2026-01-01', dateModified: '2026-01-01' });
});

it('an author with the site’s name is an organization; Chinese is zh-CN', () => {
  const team = { ...context, author: { ...context.author, name: 'Mill' } };
  const [posting] = postStructuredData(madeUpPost({ language: 'zh' }), team)['@graph'];
  expect(posting).toMatchObject({ author: { '@type': 'Organization' }, inLanguage: 'zh-CN' });
});
