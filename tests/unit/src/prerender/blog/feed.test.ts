import { expect, it } from 'vitest';
import { feed, maxFeedPosts } from '../../../../../src/prerender/blog/feed.ts';
import { madeUpPost } from '../../../../support/made-up-post.ts';

const frame = {
  language: 'zh',
  title: 'The blog',
  description: 'Notes.',
  urlOf: (path: string) => `https://mill.example/zh${path}`,
  authorName: async (id: string) => `${id} <&> Co`,
  tagName: async (id: string) => `<${id}>`,
} as const;

it('lists the newest posts, escaped', async () => {
  const posts = [
    madeUpPost({ title: 'A < B & C', tags: ['water'] }),
    madeUpPost({ slug: 'b', updatedDate: new Date('2026-02-01') }),
  ];
  const response = await feed({ ...frame, posts });
  const xml = await response.text();
  expect(response.headers.get('content-type')).toMatch(/xml/);
  for (const part of [
    '<language>zh-CN</language>',
    '<lastBuildDate>Sun, 01 Feb 2026 00:00:00 GMT</lastBuildDate>',
    '<atom:link href="https://mill.example/zh/rss.xml" rel="self" type="application/rss+xml"/>',
    '<title>A &lt; B &amp; C</title>',
    '<guid isPermaLink="true">https://mill.example/zh/blog/a-post/</guid>',
    '<pubDate>Thu, 01 Jan 2026 00:00:00 GMT</pubDate>',
    '<dc:creator>ann &lt;&amp;&gt; Co</dc:creator>',
    '<category>&lt;water&gt;</category>',
  ]) {
    expect(xml).toContain(part);
  }
});

it('lists no more posts than its limit', async () => {
  const posts = Array.from({ length: maxFeedPosts + 1 }, (_, index) =>
    madeUpPost({ slug: `p${index}` }),
  );
  const xml = await (await feed({ ...frame, posts })).text();
  expect(xml.match(/<item>/g)).toHaveLength(maxFeedPosts);
});

it('is a feed without posts, too', async () => {
  const xml = await (await feed({ ...frame, posts: [] })).text();
  expect(xml).not.toContain('<lastBuildDate>');
  expect(xml).toContain('<title>The blog</title>');
});
