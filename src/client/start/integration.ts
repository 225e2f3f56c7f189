import { createHash } from 'node:crypto';
import type { AstroIntegration } from 'astro';
import { inlineFile, inlineScript, inlineScripts } from './inline-scripts.ts';
import { islandRuntimeModule } from './island-runtime.ts';

/**
 * Adds `client:demand`, the directive under which an island loads nothing until somebody needs it,
 * and the one script that runs at the start of every page.
 * Source: Astro's Integration API, `addClientDirective` and `injectScript`.
 */
export function onDemand(): AstroIntegration {
  return {
    name: 'millrace:on-demand',
    hooks: {
      'astro:config:setup': ({ addClientDirective, injectScript, updateConfig }) => {
        updateConfig({
          security: {
            csp: {
              algorithm: 'SHA-256',
              scriptDirective: { hashes: allowed.map(hashOf) },
            },
          },
          vite: {
            plugins: [inlineScripts],
            environments: { client: { build: oneStartFile } },
          },
        });
        addClientDirective({
          name: 'demand',
          entrypoint: './hydrate-on-intent.ts',
        });
        // Islands listen before the session is known.
        injectScript(
          'page',
          `import '${islandRuntimeModule}';import '/src/client/start/start.ts';`,
        );
      },
    },
  };
}

/** The scripts that stand in pages after their policy; the one in the head stands before it. */
const allowed = ['stars', 'start-later'];

/**
 * All that runs at the start of a page comes in one file. Islands share parts of it, and the bundler
 * would make a file of each part, each a request of every reader.
 */
const oneStartFile = {
  rolldownOptions: {
    output: {
      codeSplitting: {
        groups: [
          { name: 'start', test: /[\\/](?:client[\\/]start[\\/]start\.ts|astro-island\.js)$/ },
        ],
      },
    },
  },
};

/** A script's hash, by which the content security policy lets it run where it stands in a page. */
function hashOf(name: string): `sha256-${string}` {
  const script = inlineScript(inlineFile(name));
  return `sha256-${createHash('sha256').update(script).digest('base64')}`;
}
