import { createHash } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { build } from 'esbuild';
import { recordChunks } from './modules.ts';

declare module 'astro' {
  interface AstroClientDirectives {
    /** Hydrates on demand: see `src/client/start/hydrate-on-intent.ts`. */
    'client:demand'?: boolean;
  }
}

/**
 * Adds `client:demand`, the directive under which an island loads nothing before a visitor needs it,
 * and the one script that runs when a page starts.
 * Source: Astro's Integration API, `addClientDirective`.
 */
export function onDemand(): AstroIntegration {
  return {
    name: 'product:on-demand',
    hooks: {
      'astro:config:setup': async ({ addClientDirective, updateConfig }) => {
        updateConfig({
          security: {
            csp: {
              algorithm: 'SHA-256',
              scriptDirective: { hashes: [await hashOf('stars')] },
            },
          },
          vite: {
            plugins: [inlineScripts, stylesInPages, recordChunks],
            environments: { client: { build: oneStartFile } },
          },
        });
        addClientDirective({
          name: 'demand',
          entrypoint: './src/client/start/hydrate-on-intent.ts',
        });
      },
      // Every page has its styles in itself.
      'astro:build:done': ({ dir }) => {
        const scripts = new URL('_astro/', dir);
        const sheets = readdirSync(scripts).filter((name) => name.endsWith('.css'));
        for (const name of sheets) rmSync(new URL(name, scripts));
      },
    },
  };
}

/**
 * Keeps what runs when a page starts in one file, what the bar of signed-in visitors needs before
 * React in another, and React in a third: each file would be a request.
 */
const oneStartFile = {
  rolldownOptions: {
    output: {
      codeSplitting: {
        groups: [
          { name: 'start', test: /[\\/]client[\\/]start[\\/]start\.ts$/ },
          {
            name: 'signed-in-bar',
            test: /(?:signed-in-bar|identity-provider|fill|former-user)\.ts$|astro:env[\\/]client$/,
          },
          { name: 'react', test: /[\\/]node_modules[\\/](?:react|react-dom|scheduler)[\\/]/ },
        ],
      },
    },
  },
};

/**
 * A Vite plugin that builds scripts without their styles. Each page has the styles of its islands, also
 * of parts that load later. A script would ask for them again, at addresses that no site has.
 */
const stylesInPages = {
  name: 'product:styles-in-pages',
  configEnvironment: (name: string) =>
    name === 'client' ? { build: { cssCodeSplit: false } } : null,
} as const;

/** A script's hash, by which the content security policy allows it inline. */
async function hashOf(name: string): Promise<`sha256-${string}`> {
  const script = await inlineScript(
    fileURLToPath(new URL(`../../client/start/inline/${name}.ts`, import.meta.url)),
  );
  return `sha256-${createHash('sha256').update(script).digest('base64')}`;
}

/** An import with this query returns a script as text. */
const query = '?as-text';

/**
 * A Vite plugin that bundles the inline scripts in `src/client/start/inline/` and returns them as
 * texts: `import script from './inline/head.ts?as-text'`.
 * Source: Vite's plugin interface, `load` with a filter.
 */
export const inlineScripts = {
  name: 'product:inline-scripts',
  load: {
    filter: { id: /\/inline\/[\w-]+\.ts\?as-text$/ },
    handler: async (id: string) =>
      `export default ${JSON.stringify(await inlineScript(id.slice(0, -query.length)))};`,
  },
} as const;

/** Bundles a script. The same source always gives the same text. */
async function inlineScript(file: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    // Every browser that the style sheet is written for supports ES2022.
    target: 'es2022',
    // The project's own settings would add "use strict" to each script.
    tsconfigRaw: {},
  });
  return outputFiles.map(({ text }) => text.trim()).join('');
}
