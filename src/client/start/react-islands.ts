import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

/** Finds the name of an island's default export. */
const component = /^export default function (\w+)/m;
const islands = /\/src\/islands\/.+\.tsx$/;

const renderer = {
  name: 'product:react',
  clientEntrypoint: fileOf('react-client.ts'),
  serverEntrypoint: fileOf('react-renderer.ts'),
} as const;

function fileOf(name: string): string {
  return fileURLToPath(new URL(`../../islands/shared/${name}`, import.meta.url));
}

/** Does what `__astro_tag_component__` of Astro's runtime does for the components of MDX. */
const mark = (name: string) =>
  `\nObject.defineProperty(${name}, Symbol.for('astro:renderer'), { value: '${renderer.name}' });\n`;

/**
 * Marks the islands as React components, and renders them with `react-renderer.ts`. Astro tests an
 * unmarked component by rendering it once more. A large blog has tens of thousands of islands, and
 * each would be rendered twice.
 */
export function reactIslands(): AstroIntegration {
  return {
    name: 'product:react-islands',
    hooks: {
      'astro:config:setup': ({ addRenderer, updateConfig }) => {
        addRenderer(renderer);
        updateConfig({ vite: { plugins: [{ ...markIslands, enforce: 'pre' }] } });
      },
    },
  };
}

/** A Vite plugin that adds the mark. */
export const markIslands = {
  name: 'product:mark-islands',
  /** @returns the source with the mark; only for rendering in the build */
  transform(source: string, id: string, options?: { readonly ssr?: boolean | undefined }) {
    if (!options?.ssr || !islands.test(id)) return undefined;
    const [, name] = component.exec(source) ?? [];
    return name === undefined ? undefined : { code: `${source}${mark(name)}`, map: null };
  },
};
