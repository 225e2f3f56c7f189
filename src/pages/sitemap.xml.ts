import { getCollection } from 'astro:content';
import type { APIRoute } from 'astro';
import { defaultLanguage } from '../contract/language.ts';
import { absoluteUrl } from '../i18n/paths.ts';
import { publishedPosts } from '../prerender/blog/posts.ts';
import { sitemap, sitemapPages } from '../prerender/blog/sitemap.ts';
import { flowSummaries } from '../prerender/pricing/flow-summaries.ts';
import { productPath } from '../prerender/pricing/product.ts';

export const GET: APIRoute = async ({ site }) => {
  const textPages = await getCollection('pages');
  const pages = sitemapPages(
    await publishedPosts(),
    textPages.map(({ id }) => id),
    flowSummaries(defaultLanguage).map(productPath),
  );
  const xml = sitemap(pages, (path, language) => absoluteUrl(path, language, site));
  return new Response(xml, { headers: { 'content-type': 'application/xml; charset=utf-8' } });
};
