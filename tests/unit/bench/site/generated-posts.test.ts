import { expect, test } from 'vitest';
import { checkContent } from '../../../../src/content/check.ts';
import { cardsOf, generatedPosts } from '../../../bench/site/generated-posts.ts';
import { contentWith } from '../../../support/content.ts';

const folder = 'src/content/blog';
const posts = [...generatedPosts(40)];

test('half of the posts are Chinese, and each is the other’s twin', () => {
  const names = (language: string) =>
    posts.filter(({ path }) => path.startsWith(language)).map(({ path }) => path.slice(2));
  expect(names('en')).toHaveLength(20);
  expect(names('zh')).toEqual(names('en'));
});

test('the same count gives the same posts', () => {
  expect([...generatedPosts(40)]).toEqual(posts);
});

test('a post’s card is the same however many posts there are', () => {
  const fields = ({ text }: { readonly text: string }) => text.split('---')[1];
  expect([...generatedPosts(8)].map(fields)).toEqual(posts.slice(0, 8).map(fields));
});

test.each([40, 1_000])('%i posts have as many cards as the bench reckons', (count) => {
  const cards = [...generatedPosts(count)].map(({ text }) =>
    /^title: .*\ndescription: .*/m.exec(text),
  );
  expect(new Set(cards.map(String)).size).toBe(cardsOf(count));
});

test('posts are as long as real ones', () => {
  const bytes = posts.map(({ text }) => Buffer.byteLength(text));
  expect(Math.min(...bytes)).toBeGreaterThan(2_000);
  expect(Math.max(...bytes)).toBeLessThan(12_000);
});

test('the content check finds nothing wrong with them', () => {
  const tags = ['credits', 'flows', 'ledger', 'speed', 'text', 'web'];
  const files = {
    ...Object.fromEntries(
      tags.map((tag) => [`src/content/tags/${tag}.json`, '{"name": {"en": "A", "zh": "一"}}']),
    ),
    ...Object.fromEntries(posts.map(({ path, text }) => [`${folder}/${path}`, text])),
  };
  const context = { nowMs: Date.parse('2026-11-21'), origins: ['https://millrace.example'] };
  const findings = checkContent(contentWith(files), context);
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
});
