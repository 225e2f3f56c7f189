import { expect, it } from 'vitest';
import { withKey } from '../../../../src/prerender/page-key.ts';
import { madeUpPost } from '../../../support/made-up-post.ts';

const keyOf = (props: object, ...more: unknown[]) => withKey({ props }, ...more).cacheKey;

it('the same posts have the same key, whatever their texts are', () => {
  const key = keyOf({ post: madeUpPost() });
  expect(keyOf({ post: madeUpPost({ digest: 'another text' }) })).toBe(key);
  expect(keyOf({ post: madeUpPost() }, 'the text')).not.toBe(key);
});

it.each([
  { title: 'Another' },
  { publishDate: new Date('2026-01-02') },
  { reading: { words: 400, minutes: 3 } },
  { tags: ['credits'] },
] as const)('a post with another field has another key: %j', (change) => {
  expect(keyOf({ post: madeUpPost(change) })).not.toBe(keyOf({ post: madeUpPost() }));
});

it('a picture is its file, and the key reads nothing else of it', () => {
  const read: unknown[] = [];
  const picture = (fsPath: string) =>
    new Proxy(
      {},
      {
        get(_, name) {
          read.push(name);
          return name === 'fsPath' ? fsPath : undefined;
        },
      },
    );
  expect(keyOf({ image: picture('/one.png') })).not.toBe(keyOf({ image: picture('/two.png') }));
  expect(new Set(read)).toEqual(new Set(['toJSON', 'fsPath']));
});
