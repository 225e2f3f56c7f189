import { describe, expect, test } from 'vitest';
import {
  enPost,
  findingsWith,
  linesOf,
  markdown,
  post,
  zhPost,
} from '../../../../support/content.ts';

const stone = 'src/content/blog/en/stone.md';
const finished = markdown({ title: 'Spring', description: 'An offer.' });

describe('a twin', () => {
  test('that a post lacks is a warning', () => {
    expect(linesOf(findingsWith({ [stone]: post() }))).toEqual([
      `warning ${stone}: It doesn’t exist in Chinese. Write src/content/blog/zh/stone.md, if its readers should have it.`,
    ]);
  });

  test('is not required of a draft', () => {
    expect(findingsWith({ [stone]: post({ draft: 'true' }) })).toEqual([]);
  });

  test('that a page lacks is an error, because every page links to its twin', () => {
    const page = 'src/content/pages/en/spring.md';
    expect(linesOf(findingsWith({ [page]: finished }))).toEqual([
      `error ${page}: It doesn’t exist in Chinese. Write src/content/pages/zh/spring.md.`,
    ]);
  });

  test('that is a draft beside a finished page is an error, and two drafts are fine', () => {
    const path = (language: string) => `src/content/pages/${language}/spring.md`;
    const draft = markdown({ title: 'Spring', description: 'An offer.', draft: 'true' });
    expect(linesOf(findingsWith({ [path('en')]: finished, [path('zh')]: draft }))).toEqual([
      `error ${path('en')}: Its twin ${path('zh')} is a draft. Finish both, or make both drafts.`,
    ]);
    expect(findingsWith({ [path('en')]: draft, [path('zh')]: draft })).toEqual([]);
  });

  test('with other tags is a warning', () => {
    expect(linesOf(findingsWith({ [zhPost]: post({ tags: '[]' }) }))).toEqual([
      `warning ${zhPost}:6 tags: The English post has the tag credits, this one hasn’t. Give both the same tags.`,
    ]);
  });

  test('without the other’s old address is a warning', () => {
    expect(linesOf(findingsWith({ [enPost]: post({ redirectFrom: '[mill]' }) }))).toEqual([
      `warning ${zhPost} redirectFrom: The English post was once called mill, this one wasn’t. If it was renamed too, add: redirectFrom: [mill]`,
    ]);
  });
});
