import type { NamedSSRLoadedRendererValue, SSRResult } from 'astro';
import { type ComponentType, createElement } from 'react';
import { renderToString } from 'react-dom/server';

/** How many islands of each page were rendered; Astro's result object identifies the page. */
const renderedCounts = new WeakMap<SSRResult, number>();

/**
 * The HTML of islands around their slots, by their props: lists share their stars, and the pages of a
 * section their bar. HTML that contains ids of `useId` serves only islands with the same prefix.
 */
const drawn = new WeakMap<ComponentType, Map<string, string>>();

/**
 * Renders an island synchronously. `@astrojs/react` renders through a stream, which takes twice as
 * long because it can wait for data. Our islands load none during the build.
 * @param props may be an object without a prototype
 * @param slots the HTML between the island's tags: its `children`, or by slots' names the
 *   properties, each of which may stand in several places
 * @returns the HTML, and the prefix by which `useId` tells the islands of a page apart
 * Source: Astro's Renderer API; React's `renderToString`.
 */
export async function renderIsland(
  this: { readonly result: SSRResult },
  island: ComponentType,
  props: Readonly<Record<string, unknown>>,
  slots: Readonly<Record<string, string>>,
) {
  const number = renderedCounts.get(this.result) ?? 0;
  renderedCounts.set(this.result, number + 1);
  const prefix = `r${number}`;
  const json = JSON.stringify(props);
  const names = Object.keys(slots);
  const key = `${json} ${names}`;
  const known = drawn.get(island) ?? new Map<string, string>();
  drawn.set(island, known);
  let html = known.get(key) ?? known.get(prefix + key);
  if (html === undefined) {
    const given = { ...props, ...Object.fromEntries(names.map(emptySlot)) };
    html = renderToString(createElement(island, given), { identifierPrefix: prefix });
    known.set(html.includes(prefix) ? prefix + key : key, html);
  }
  const attrs = { prefix };
  if (names.length > 0) html = html.replace(slotTag, (tag, name) => tag + slots[name ?? unnamed]);
  return { html, attrs };
}

/** Astro's name of the slot without a name. */
const unnamed = 'default';
const slotTag = /<astro-slot(?: name="(\w+)")?>/g;

function emptySlot(name: string) {
  return name === unnamed
    ? (['children', createElement('astro-slot', null, '')] as const)
    : ([name, createElement('astro-slot', { name }, '')] as const);
}

/** The renderer that Astro loads. Each island of ours is a function. */
export default {
  name: 'product:react',
  check: async (island: unknown) => typeof island === 'function',
  renderToStaticMarkup: renderIsland,
  supportsAstroStaticSlot: true,
} satisfies NamedSSRLoadedRendererValue;
