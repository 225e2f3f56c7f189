import type { APIRoute } from 'astro';
import { site } from '../site.config.ts';

/** The favicon: the mill wheel in the brand's colours. */
export const GET: APIRoute = () => {
  const { brand, paper } = site.colors;
  const icon = [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">',
    `<title>${site.name}</title>`,
    `<rect width="32" height="32" rx="6" fill="${brand}"/>`,
    `<g fill="none" stroke="${paper}" stroke-width="2" stroke-linecap="round">`,
    '<circle cx="16" cy="17" r="9"/>',
    '<path d="M16 8v18M7 17h18M9.6 10.6l12.8 12.8M22.4 10.6 9.6 23.4"/></g>',
    '<path d="M3 5h10c3 0 5 1 7 3" fill="none" stroke="#93b9ee" stroke-width="2.5" stroke-linecap="round"/>',
    '<circle cx="16" cy="17" r="3" fill="#f2a766"/></svg>',
  ];
  return new Response(icon.join(''), { headers: { 'content-type': 'image/svg+xml' } });
};
