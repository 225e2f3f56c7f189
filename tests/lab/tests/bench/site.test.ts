import { expect, test } from 'vitest';
import { generatedPosts } from '../../bench/site/generated-posts.ts';
import { kindOf, pagesToMeasure } from '../../bench/site/page-list.ts';

test.each([
  ['/zh/', '/'],
  ['/zh/pricing/', '/pricing/'],
  ['/blog/2/', '/blog/:number/'],
  ['/zh/blog/how-credits-work/', '/blog/:post/'],
  ['/blog/tags/web/3/', '/blog/tags/:id/:number/'],
  ['/blog/saved/', '/blog/saved/'],
])('%s is a page of the kind %s', (path, expected) => {
  expect(kindOf(path)).toBe(expected);
});

test('each language has one measured page of every kind, the same page where it exists', () => {
  const english = ['/about/', '/', '/blog/only-english/', '/blog/both/', '/blog/tags/web/'];
  const chinese = ['/zh/', '/zh/blog/only-chinese/', '/zh/blog/both/', '/zh/blog/tags/flows/'];
  const measured = pagesToMeasure([...english, ...chinese]);
  expect(measured).toEqual([
    ...['/about/', '/', '/blog/both/', '/blog/tags/web/'],
    ...['/zh/', '/zh/blog/both/', '/zh/blog/tags/flows/'],
  ]);
});

test('the same count gives the same posts, half of them Chinese', () => {
  const posts = [...generatedPosts(40)];
  expect([...generatedPosts(40)]).toEqual(posts);
  expect(posts.filter(({ path }) => path.startsWith('zh/'))).toHaveLength(20);
});

test('a thousand posts have a thousand titles', () => {
  const titles = [...generatedPosts(1_000)].map(({ text }) => /^title: .*/m.exec(text)?.[0]);
  expect(new Set(titles).size).toBe(1_000);
});
