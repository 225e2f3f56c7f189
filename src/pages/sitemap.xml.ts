import type { APIRoute } from 'astro';
import { languages } from '../contract/language.ts';
import { absoluteUrl } from '../i18n/paths.ts';
import { publishedPosts } from '../prerender/blog/posts.ts';
import { sitemap, sitemapPages } from '../prerender/blog/sitemap.ts';
import { flowSummaries } from '../prerender/pricing/flow-summaries.ts';
import { productPath } from '../prerender/pricing/product.ts';
import { sitePages } from '../prerender/site-pages.ts';

export const GET: APIRoute = async ({ site }) => {
  const products = languages.flatMap((language) =>
    flowSummaries(language).map((flow) => ({ language, path: productPath(flow) })),
  );
  const pages = sitemapPages(await publishedPosts(), [...(await sitePages()), ...products]);
  const xml = sitemap(pages, (path, language) => absoluteUrl(path, language, site));
  return new Response(xml, { headers: { 'content-type': 'application/xml; charset=utf-8' } });
};
