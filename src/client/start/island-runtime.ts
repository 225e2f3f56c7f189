import runtime from 'astro/runtime/server/astro-island.prebuilt.js';

/** The module of the same script, which the start script brings along (`integration.ts`). */
export const islandRuntimeModule = 'astro/runtime/server/astro-island.js';

const element = `<script>${runtime}</script>`;
/** An island that begins by itself, which nothing may keep waiting. */
const eagerIsland = /<astro-island [^>]*client="(?!demand")/;

/**
 * A page without Astro's script for islands, which stands in every page that has one: the start
 * script has it too, and comes once for all pages. Islands under `client:demand` do nothing before
 * the start script is there, and a press on one is held meanwhile (`start-later.ts`). A page with an
 * island that begins by itself stays as it is.
 */
export function withoutIslandRuntime(html: string): string {
  return eagerIsland.test(html) ? html : html.replace(element, '');
}
