import { expect, test } from 'vitest';
import { cardsOf, generatedPosts } from '../../bench/site/generated-posts.ts';
import { hasGoals, kindOf, pagesToMeasure } from '../../bench/site/page-list.ts';

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

test('each language has one measured page of every kind, those with goals first, the same page where it exists', () => {
  const english = ['/about/', '/', '/blog/only-english/', '/blog/both/', '/blog/tags/web/'];
  const chinese = ['/zh/', '/zh/blog/only-chinese/', '/zh/blog/both/', '/zh/blog/tags/flows/'];
  const measured = pagesToMeasure([...english, ...chinese]);
  const goals = ['/', '/blog/both/', '/zh/', '/zh/blog/both/'];
  expect(measured).toEqual([...goals, '/about/', '/blog/tags/web/', '/zh/blog/tags/flows/']);
  expect(measured.filter(hasGoals)).toEqual(goals);
});

test('the same count gives the same posts, half of them Chinese', () => {
  const posts = [...generatedPosts(40)];
  expect([...generatedPosts(40)]).toEqual(posts);
  expect(posts.filter(({ path }) => path.startsWith('zh/'))).toHaveLength(20);
});

test.each([40, 3_000])('%i posts have as many cards as the bench counts', (count) => {
  const cards = [...generatedPosts(count)].map(({ text }) =>
    /^title: .*\ndescription: .*/m.exec(text),
  );
  expect(new Set(cards.map(String)).size).toBe(cardsOf(count));
});

test('a thousand posts have a thousand titles, and thousands of words', () => {
  const texts = [...generatedPosts(1_000)].map(({ text }) => text);
  expect(new Set(texts.map((text) => /^title: .*/m.exec(text)?.[0])).size).toBe(1_000);
  const words = texts.flatMap((text) => text.match(/[a-z]+/g) ?? []);
  expect(new Set(words).size).toBeGreaterThan(2_500);
});
