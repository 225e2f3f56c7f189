import type { AstroIntegration } from 'astro';

/** The grammars by which the editor could colour code: 330 files of 14 MB, in the build of 0.221. */
const grammars = /^@shikijs\/langs\//;
const noGrammar = '\0millrace:no-grammar';

/**
 * Leaves out of the editor's bundle what nobody here edits with it. Code in a post is then one
 * colour in the editor; on the site, Prism colours it.
 * Source: Vite's plugin interface, `resolveId` and `load` with filters.
 */
export function leanEditor(): AstroIntegration {
  return {
    name: 'millrace:lean-editor',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({ vite: { plugins: [withoutGrammars] } });
      },
    },
  };
}

/** It asks before Vite looks into `node_modules`. */
const withoutGrammars = {
  name: 'millrace:without-grammars',
  enforce: 'pre',
  resolveId: { filter: { id: grammars }, handler: () => noGrammar },
  load: { filter: { id: /no-grammar$/ }, handler: () => 'export default [];' },
} as const;
