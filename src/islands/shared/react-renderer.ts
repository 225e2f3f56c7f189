import type { NamedSSRLoadedRendererValue, SSRResult } from 'astro';
import { type ComponentType, createElement } from 'react';
import { renderToString } from 'react-dom/server';

/** How many islands of each page were rendered; a page is known by what Astro collects of it. */
const rendered = new WeakMap<SSRResult, number>();

/**
 * Renders an island to text in one go. `@astrojs/react` renders through a stream, which waits for
 * what islands here never wait for while the site is built, and takes twice as long.
 *
 * @param props may be an object without a prototype
 * @param slots must be empty: what an island shows, it gets as props
 * @returns the HTML, and the prefix by which `useId` tells the islands of a page apart
 * @throws {TypeError} when the island was given children or slots
 * Source: Astro's Renderer API; React's `renderToString`.
 */
export async function renderIsland(
  this: { readonly result: SSRResult },
  island: ComponentType,
  props: Readonly<Record<string, unknown>>,
  slots: Readonly<Record<string, string>>,
) {
  if (Object.keys(slots).length > 0) {
    throw new TypeError(`The island ${island.name} was given children: give them as props.`);
  }
  const number = rendered.get(this.result) ?? 0;
  rendered.set(this.result, number + 1);
  const prefix = `r${number}`;
  const html = renderToString(createElement(island, props), { identifierPrefix: prefix });
  return { html, attrs: { prefix } };
}

/** What Astro loads as the renderer; islands name it by a mark, so it looks for none by itself. */
export default {
  name: 'millrace:react',
  check: async () => false,
  renderToStaticMarkup: renderIsland,
  supportsAstroStaticSlot: true,
} satisfies NamedSSRLoadedRendererValue;
