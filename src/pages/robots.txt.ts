import type { APIRoute } from 'astro';

/** Everything may be read but the API and the editor; pages that are not for search engines say so themselves. */
export const GET: APIRoute = ({ site }) => {
  const sitemap = new URL('/sitemap.xml', site).href;
  return new Response(`User-agent: *\nDisallow: /api/\nDisallow: /admin/\n\nSitemap: ${sitemap}\n`);
};
