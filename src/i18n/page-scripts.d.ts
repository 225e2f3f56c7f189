/** Astro's module with everything that integrations inject into the server's side of a page. */
declare module 'astro:scripts/page-ssr.js';
