import type { APIRoute } from 'astro';
import { localizedPath } from '../contract/language.ts';
import { redirectsOf } from '../prerender/blog/catalogue.ts';
import { postPath } from '../prerender/blog/post.ts';
import { publishedPosts } from '../prerender/blog/posts.ts';

/** The former and the current path of each renamed post, for servers that redirect by themselves. */
export const GET: APIRoute = async () => {
  const redirects = redirectsOf(await publishedPosts()).map(({ formerSlug, post }) => [
    localizedPath(postPath({ slug: formerSlug }), post.language),
    localizedPath(postPath(post), post.language),
  ]);
  return Response.json(Object.fromEntries(redirects));
};
