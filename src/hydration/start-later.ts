/**
 * Fetches the start script once the browser has painted: a frame is asked for, and the task after it
 * begins when that frame is done. Until then the page has the line and the processor to itself. In a
 * tab that nobody has looked at yet, nothing is fetched before somebody does.
 * Source: HTML Living Standard, sections 8.1.7.3, "Processing model", and 8.11, "Animation frames".
 */
export const startLaterScript =
  '(s=>requestAnimationFrame(()=>setTimeout(()=>import(s))))(document.currentScript.dataset.start)';

/**
 * A page whose start script waits for the first paint. Astro knows the script's address only while
 * it renders the page, and writes it as a module in the head, which every browser fetches at once
 * and most run before they paint. A page without such a script stays as it is.
 */
export function startLater(html: string): string {
  return html.replace(
    startElement,
    (_, address) => `<script data-start="${address}">${startLaterScript}</script>`,
  );
}

/** The script of the stage `page` of Astro's `injectScript`, as it is built and in development. */
const startElement =
  /<script type="module" src="([^"]*\/(?:page\.[\w-]+\.js|astro:scripts\/page\.js))"><\/script>/;
