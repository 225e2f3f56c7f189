import type { NamedSSRLoadedRendererValue } from 'astro';

/**
 * Renders an island without React: what stands between its tags, unchanged. The tag of the slot is
 * where Astro looks for it; it would add the content a second time otherwise.
 * Source: Astro's Renderer API.
 */
async function renderSlot(
  _island: unknown,
  props: unknown,
  { default: content = '' }: Readonly<Record<string, string>>,
) {
  return {
    html: `<astro-slot>${content}</astro-slot>`,
    attrs: { 'data-props': JSON.stringify(props, withoutMark) },
  };
}

/** Leaves out the mark of scoped styles, which Astro gives to components as a prop. */
function withoutMark(name: string, value: unknown): unknown {
  return name.startsWith('data-astro-cid') ? undefined : value;
}

/** The renderer that Astro loads. Islands are marked with its name, so `check` finds none. */
export default {
  name: 'product:script',
  check: async () => false,
  renderToStaticMarkup: renderSlot,
  supportsAstroStaticSlot: true,
} satisfies NamedSSRLoadedRendererValue;
