import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

/** The default export of an island, by the name under which it can be marked. */
const component = /^export default function (\w+)/m;
const islands = /\/src\/islands\/.+\.tsx$/;

/** In the browser they are `@astrojs/react`'s, as it names its client for the React of today. */
const renderer = {
  name: 'millrace:react',
  clientEntrypoint: '@astrojs/react/client.js',
  serverEntrypoint: fileURLToPath(
    new URL('../../islands/shared/react-renderer.ts', import.meta.url),
  ),
} as const;

/** As `__astro_tag_component__` of Astro's runtime, which marks the components of MDX. */
const mark = (name: string) =>
  `\nObject.defineProperty(${name}, Symbol.for('astro:renderer'), { value: '${renderer.name}' });\n`;

/**
 * Tells Astro that the islands are React's, and has them rendered by `react-renderer.ts`. Of a
 * component that isn't marked Astro finds out by a trial: each island of each page would be rendered
 * twice, and a large blog has tens of thousands.
 */
export function reactIslands(): AstroIntegration {
  return {
    name: 'millrace:react-islands',
    hooks: {
      'astro:config:setup': ({ addRenderer, updateConfig }) => {
        addRenderer(renderer);
        updateConfig({ vite: { plugins: [{ ...markIslands, enforce: 'pre' }] } });
      },
    },
  };
}

/** The transform alone, as a plugin of Vite. */
export const markIslands = {
  name: 'millrace:mark-islands',
  /** @returns the source with the mark, for the build's own rendering only */
  transform(source: string, id: string, options?: { readonly ssr?: boolean | undefined }) {
    if (!options?.ssr || !islands.test(id)) return undefined;
    const [, name] = component.exec(source) ?? [];
    return name === undefined ? undefined : { code: `${source}${mark(name)}`, map: null };
  },
};
