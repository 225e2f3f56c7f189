import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import type { EnvironmentOptions } from 'vite';

/** Finds the name of an island's default export. */
const component = /^export default function (\w+)/m;

/** The kinds of islands: what renders them in the build, and what starts them in the browser. */
const kinds = [
  {
    files: /\/src\/islands\/.+\.tsx$/,
    renderer: {
      name: 'product:react',
      clientEntrypoint: fileOf('react-client.ts'),
      serverEntrypoint: fileOf('react-renderer.ts'),
    },
  },
  {
    files: /\/src\/islands\/demos\/.+-demo\.ts$/,
    renderer: {
      name: 'product:script',
      clientEntrypoint: fileOf('script-client.ts'),
      serverEntrypoint: fileOf('script-renderer.ts'),
    },
  },
] as const;

function fileOf(name: string): string {
  return fileURLToPath(new URL(`../../islands/shared/${name}`, import.meta.url));
}

/** Does what `__astro_tag_component__` of Astro's runtime does for the components of MDX. */
const mark = (name: string, renderer: string) =>
  `\nObject.defineProperty(${name}, Symbol.for('astro:renderer'), { value: '${renderer}' });\n`;

/**
 * Marks the islands, with React and without, and renders each with its renderer. Astro tests an
 * unmarked component by rendering it once more. A large blog has tens of thousands of islands, and
 * each would be rendered twice.
 */
export function reactIslands(): AstroIntegration {
  return {
    name: 'product:react-islands',
    hooks: {
      'astro:config:setup': ({ addRenderer, command, updateConfig }) => {
        for (const { renderer } of kinds) addRenderer(renderer);
        updateConfig({ vite: { plugins: [{ ...markIslands, enforce: 'pre' }] } });
        if (command === 'build') updateConfig({ vite: { plugins: [withoutDevelopment] } });
      },
    },
  };
}

/** For builds. Astro reads content with a development server, which would bundle React and a toolbar. */
const withoutDevelopment = {
  name: 'product:without-development',
  enforce: 'post',
  configEnvironment: (_name: string, { optimizeDeps }: EnvironmentOptions) => {
    if (optimizeDeps) optimizeDeps.include = [];
  },
} as const;

/** A Vite plugin that adds the mark. */
export const markIslands = {
  name: 'product:mark-islands',
  /** @returns the source with the mark; only for rendering in the build */
  transform(source: string, id: string, options?: { readonly ssr?: boolean | undefined }) {
    const kind = kinds.find(({ files }) => files.test(id));
    if (!options?.ssr || !kind) return undefined;
    const [, name] = component.exec(source) ?? [];
    if (name === undefined) return undefined;
    return { code: `${source}${mark(name, kind.renderer.name)}`, map: null };
  },
};
