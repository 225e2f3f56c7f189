import type { NamedSSRLoadedRendererValue, SSRResult } from 'astro';
import { type ComponentType, createElement } from 'react';
import { renderToString } from 'react-dom/server';

/** How many islands of each page were rendered; Astro's result object identifies the page. */
const renderedCounts = new WeakMap<SSRResult, number>();

/**
 * The HTML of islands around their slots, by their props: lists share their stars, and most pages their
 * bar. HTML that contains ids of `useId` serves only islands with the same prefix.
 */
const drawn = new WeakMap<ComponentType, Map<string, string>>();

/**
 * Renders an island synchronously. `@astrojs/react` renders through a stream, which takes twice as
 * long because it can wait for data. Our islands load none during the build.
 * @param props may be an object without a prototype
 * @param slots what stands between the island's tags, as HTML
 * @returns the HTML, the prefix by which `useId` tells the islands of a page apart, and the props as
 *   the start script reads them
 * @throws {TypeError} when the island was given a slot with a name
 * Source: Astro's Renderer API; React's `renderToString`.
 */
export async function renderIsland(
  this: { readonly result: SSRResult },
  island: ComponentType,
  props: Readonly<Record<string, unknown>>,
  slots: Readonly<Record<string, string>>,
) {
  const { default: content, ...named } = slots;
  if (Object.keys(named).length > 0) {
    throw new TypeError(`The island ${island.name} was given a slot with a name: give it props.`);
  }
  const number = renderedCounts.get(this.result) ?? 0;
  renderedCounts.set(this.result, number + 1);
  const prefix = `r${number}`;
  const json = JSON.stringify(props);
  const key = `${json} ${content === undefined}`;
  const known = drawn.get(island) ?? new Map<string, string>();
  drawn.set(island, known);
  let html = known.get(key) ?? known.get(prefix + key);
  if (html === undefined) {
    const slot = content === undefined ? null : createElement('astro-slot', null, '');
    html = renderToString(createElement(island, props, slot), { identifierPrefix: prefix });
    known.set(html.includes(prefix) ? prefix + key : key, html);
  }
  const attrs = { prefix, 'data-props': json };
  return { html: html.replace('<astro-slot>', (tag) => tag + content), attrs };
}

/** The renderer that Astro loads. Islands are marked with its name, so `check` finds none. */
export default {
  name: 'product:react',
  check: async () => false,
  renderToStaticMarkup: renderIsland,
  supportsAstroStaticSlot: true,
} satisfies NamedSSRLoadedRendererValue;
