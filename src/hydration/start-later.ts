/** The start script is fetched so long after the first frame at the latest, in ms. */
const LATEST_START_MS = 1_000;

/**
 * Fetches the start script once the page is parsed and the browser says that it has painted, so that
 * until then the page has the line and the processor to itself. Frames alone don't tell: browsers
 * draw the first ones before they have anything to show. They are for browsers that keep their
 * paints to themselves. In a tab that nobody has looked at yet, nothing is fetched before somebody
 * does. A press on what needs a script is held until that is there, and fetches it at once.
 * Source: Paint Timing, section 2; HTML Living Standard, section 8.11, "Animation frames".
 */
export const startLaterScript = [
  '(s=>{',
  'let held,',
  'parsed=new Promise(r=>addEventListener("DOMContentLoaded",r)),',
  'start=()=>parsed.then(()=>import(s)).then(()=>{',
  'removeEventListener("click",hold,true);held?.click();held=null',
  '}),',
  'hold=e=>{',
  'held=e.ctrlKey||e.metaKey||e.shiftKey?null:e.target.closest("[data-demand]");',
  'if(held){e.preventDefault();e.stopPropagation();start()}',
  '};',
  'addEventListener("click",hold,true);',
  `requestAnimationFrame(()=>setTimeout(start,${LATEST_START_MS}));`,
  'new PerformanceObserver(start).observe({type:"paint"})',
  '})(document.currentScript.dataset.start)',
].join('');

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
