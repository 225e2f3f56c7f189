import type { NamedSSRLoadedRendererValue, SSRResult } from 'astro';
import { type ComponentType, createElement } from 'react';
import { renderToString } from 'react-dom/server';

/** How many islands of each page were rendered; Astro's result object identifies the page. */
const renderedCounts = new WeakMap<SSRResult, number>();

/**
 * Renders an island synchronously. `@astrojs/react` renders through a stream, which takes twice as
 * long because it can wait for data. Our islands load none during the build.
 * @param props may be an object without a prototype
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
  const number = renderedCounts.get(this.result) ?? 0;
  renderedCounts.set(this.result, number + 1);
  const prefix = `r${number}`;
  const html = renderToString(createElement(island, props), { identifierPrefix: prefix });
  return { html, attrs: { prefix } };
}

/** The renderer that Astro loads. Islands are marked with its name, so `check` finds none. */
export default {
  name: 'product:react',
  check: async () => false,
  renderToStaticMarkup: renderIsland,
  supportsAstroStaticSlot: true,
} satisfies NamedSSRLoadedRendererValue;
