import type { APIRoute } from 'astro';
import { absoluteUrl } from '../i18n/paths.ts';
import { publishedPosts } from '../prerender/blog/posts.ts';
import { sitemap, sitemapPages } from '../prerender/blog/sitemap.ts';
import { sitePages } from '../prerender/pages.ts';

export const GET: APIRoute = async ({ site }) => {
  const pages = sitemapPages(await publishedPosts(), await sitePages());
  const xml = sitemap(pages, (path, language) => absoluteUrl(path, language, site));
  return new Response(xml, { headers: { 'content-type': 'application/xml; charset=utf-8' } });
};
