import script from './inline/start-later.ts?as-text';

/**
 * A page whose start script waits for the first paint. Astro knows the script's address only while
 * it renders the page, and writes it as a module in the head, which every browser fetches at once
 * and most run before they paint. A page without such a script stays as it is.
 */
export function startLater(html: string): string {
  return html.replace(
    startElement,
    (_, address) => `<script data-start="${address}">${script}</script>`,
  );
}

/** The script of the stage `page` of Astro's `injectScript`, as it is built and in development. */
const startElement =
  /<script type="module" src="([^"]*\/(?:page\.[\w-]+\.js|astro:scripts\/page\.js))"><\/script>/;
