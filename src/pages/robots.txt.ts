import type { APIRoute } from 'astro';

/** Crawlers may read everything but the API and the editor; other exceptions are marked `noindex`. */
export const GET: APIRoute = ({ site }) => {
  const sitemap = new URL('/sitemap.xml', site).href;
  return new Response(`User-agent: *\nDisallow: /api/\nDisallow: /admin/\n\nSitemap: ${sitemap}\n`);
};
