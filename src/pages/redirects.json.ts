import type { APIRoute } from 'astro';
import { postPath } from '../blog/post.ts';
import { publishedPosts } from '../blog/posts.ts';
import { redirectsOf } from '../blog/redirects.ts';
import { localizedPath } from '../contract/language.ts';

/** The former path of each renamed post and its path now, for a server that redirects by itself. */
export const GET: APIRoute = async () => {
  const redirects = redirectsOf(await publishedPosts()).map(({ formerSlug, post }) => [
    localizedPath(postPath({ slug: formerSlug }), post.language),
    localizedPath(postPath(post), post.language),
  ]);
  return Response.json(Object.fromEntries(redirects));
};
