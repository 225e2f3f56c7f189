import type { Post } from '../../src/prerender/blog/post.ts';

/** A published post with the fields of a test. */
export function madeUpPost(facts: Partial<Post> = {}): Post {
  const { slug = 'a-post', title = `About ${slug}`, language = 'en' } = facts;
  return {
    language,
    slug,
    title,
    titles: { [language]: title },
    description: 'What it is about.',
    publishDate: new Date('2026-01-01'),
    updatedDate: undefined,
    author: 'ann',
    tags: [],
    cover: undefined,
    redirectFrom: [],
    status: 'published',
    digest: '',
    reading: { words: 400, minutes: 2 },
    ...facts,
  };
}
