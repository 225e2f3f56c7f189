/** A script of `client/start/inline/` as minified text (`inlineScripts` in `client/start/integration.ts`). */
declare module '*?as-text' {
  const text: string;
  export default text;
}

/** Astro's module with everything that integrations inject into the server's side of a page. */
declare module 'astro:scripts/page-ssr.js';
