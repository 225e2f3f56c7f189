import type { APIRoute } from 'astro';
import { site } from '../site.config.ts';

/**
 * The web manifest: the name, colours and icons of the site on a home screen.
 * Source: W3C's "Web Application Manifest".
 */
export const GET: APIRoute = () => {
  const manifest = {
    name: site.name,
    start_url: '/',
    display: 'browser',
    theme_color: site.colors.brand,
    background_color: site.colors.paper,
    icons: [
      { src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' },
      { src: '/apple-touch-icon.png', type: 'image/png', sizes: '180x180' },
    ],
  };
  const headers = { 'content-type': 'application/manifest+json' };
  return new Response(JSON.stringify(manifest), { headers });
};
