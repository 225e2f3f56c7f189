import { expect, it } from 'vitest';
import { catalogueOf } from '../../../../../src/prerender/blog/catalogue.ts';
import { redirectsOf } from '../../../../../src/prerender/blog/redirects.ts';
import { madeUpPost } from '../../../../support/made-up-post.ts';

it('every former address leads to its post, in its language', () => {
  const english = madeUpPost({ slug: 'a', redirectFrom: ['old', 'older'] });
  const chinese = madeUpPost({ slug: 'a', language: 'zh', redirectFrom: ['old'] });
  expect(redirectsOf(catalogueOf([english, chinese]))).toEqual([
    { formerSlug: 'old', post: english },
    { formerSlug: 'older', post: english },
    { formerSlug: 'old', post: chinese },
  ]);
});
