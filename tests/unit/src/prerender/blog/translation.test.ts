import { expect, it } from 'vitest';
import { newerOriginal } from '../../../../../src/prerender/blog/translation.ts';
import { madeUpPost } from '../../../../support/made-up-post.ts';

type Days = readonly [published: string, updated?: string];

const post = (language: 'en' | 'zh', [published, updated]: Days) =>
  madeUpPost({
    language,
    publishDate: new Date(published),
    updatedDate: updated ? new Date(updated) : undefined,
  });

it.each<[string, Days, Days, boolean]>([
  ['its original was never updated', ['2026-01-02'], ['2026-01-01'], false],
  ['its original was updated later', ['2026-01-02'], ['2026-01-01', '2026-02-01'], true],
  [
    'both came out together and English was updated',
    ['2026-01-01'],
    ['2026-01-01', '2026-02-01'],
    true,
  ],
  [
    'it was updated after the original',
    ['2026-01-02', '2026-03-01'],
    ['2026-01-01', '2026-02-01'],
    false,
  ],
  [
    'it was updated on the same day',
    ['2026-01-02', '2026-02-01'],
    ['2026-01-01', '2026-02-01'],
    false,
  ],
  ['it came out after that update', ['2026-03-01'], ['2026-01-01', '2026-02-01'], false],
  ['it is the original itself', ['2025-01-01'], ['2026-01-01', '2026-02-01'], false],
])('a Chinese post, when %s: %j beside %j', (_, chinese, english, isStale) => {
  const twin = post('en', english);
  expect(newerOriginal(post('zh', chinese), [twin])).toBe(isStale ? twin : undefined);
});

it('an English post that came out after the Chinese one is the translation', () => {
  const original = post('zh', ['2026-01-01', '2026-02-01']);
  expect(newerOriginal(post('en', ['2026-01-05']), [original])).toBe(original);
});

it('a post without a twin has no original', () => {
  expect(newerOriginal(post('en', ['2026-01-01']), [])).toBeUndefined();
});
