import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

/** An import with this query gives a script as the text that stands in pages. */
const query = '?as-text';

/** What every browser understands that the style sheet is written for. */
const target = 'es2022';

/**
 * Gives the scripts that stand in pages, of `src/client/start/inline/`, as texts:
 * `import script from './inline/head.ts?as-text'`. They are sources like all others, and are bundled
 * and made small here.
 * Source: Vite's plugin interface, `load` with a filter.
 */
export const inlineScripts = {
  name: 'millrace:inline-scripts',
  load: {
    filter: { id: /\/inline\/[\w-]+\.ts\?as-text$/ },
    handler: (id: string) =>
      `export default ${JSON.stringify(inlineScript(id.slice(0, -query.length)))};`,
  },
} as const;

/**
 * A script as it stands in pages, the same text for the same source.
 *
 * @param file its path
 * @throws when it cannot be bundled
 */
export function inlineScript(file: string): string {
  const { outputFiles } = buildSync({
    entryPoints: [file],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target,
    // Those of this project would write "use strict" before each script.
    tsconfigRaw: {},
  });
  return outputFiles.map(({ text }) => text.trim()).join('');
}

/** The path of a script, by its name: `head`. */
export function inlineFile(name: string): string {
  return fileURLToPath(new URL(`./inline/${name}.ts`, import.meta.url));
}
