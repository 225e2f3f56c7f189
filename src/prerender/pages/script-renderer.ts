import type { NamedSSRLoadedRendererValue } from 'astro';

/**
 * Renders an island without React: what stands between its tags, unchanged. The tag of the slot is
 * where Astro looks for it; it would add the content a second time otherwise.
 * Source: Astro's Renderer API.
 */
async function renderSlot(
  _island: unknown,
  _props: unknown,
  { default: content = '' }: Readonly<Record<string, string>>,
) {
  return { html: `<astro-slot>${content}</astro-slot>` };
}

/** The renderer that Astro loads. A `ScriptIsland` takes two arguments, and a React component one. */
export default {
  name: 'product:script',
  check: async (island: unknown) => typeof island === 'function' && island.length === 2,
  renderToStaticMarkup: renderSlot,
  supportsAstroStaticSlot: true,
} satisfies NamedSSRLoadedRendererValue;
