import { fileURLToPath } from 'node:url';
import type { AstroIntegration, AstroRenderer } from 'astro';
import type { EnvironmentOptions } from 'vite';

/** The renderers in the build, and their starts in the browser. The first that fits renders. */
const renderers: readonly AstroRenderer[] = [
  {
    name: 'product:script',
    clientEntrypoint: fileOf('../../islands/shared/script-client.ts'),
    serverEntrypoint: fileOf('script-renderer.ts'),
  },
  {
    name: 'product:react',
    clientEntrypoint: fileOf('../../islands/shared/react-client.ts'),
    serverEntrypoint: fileOf('react-renderer.ts'),
  },
];

function fileOf(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

/**
 * Adds renderers of our own before Astro's for React, which would render each island twice to find out
 * whether it is one. A large blog has tens of thousands of islands.
 */
export function ownRenderers(): AstroIntegration {
  return {
    name: 'product:renderers',
    hooks: {
      'astro:config:setup': ({ addRenderer, command, updateConfig }) => {
        for (const renderer of renderers) addRenderer(renderer);
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
