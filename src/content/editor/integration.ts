import type { AstroIntegration } from 'astro';

/** The grammars by which the editor could colour code: 330 files of 14 MB, in the build of 0.221. */
const grammars = /^@shikijs\/langs\//;
const noGrammar = '\0millrace:no-grammar';

/** The editor itself, as its package has it. */
const editor = /\/@sveltia\/cms\/npm\/index\.js$/;
/** The fonts of a post's preview, which the editor would fetch from a CDN beside its own copy. */
const cdnFont = /url\(https:\/\/cdn\.jsdelivr\.net\/[^)]*\)/g;
/** Where the editor asks how its repository's host fares, and what it takes for "all is well". */
const hostStatus = /https:\/\/www\.githubstatus\.com\/api\/v2\/status\.json/g;
const allIsWell = `data:application/json,${encodeURIComponent('{"status":{"indicator":"none"}}')}`;

/**
 * Leaves out of the editor's bundle what nobody here edits with it, and what it would ask of others:
 * the page's policy refuses that, and each refusal is an error on the console. Code in a post is then
 * one colour in the editor; on the site, Prism colours it.
 * Source: Vite's plugin interface, `resolveId`, `load` and `transform` with filters.
 */
export function leanEditor(): AstroIntegration {
  return {
    name: 'millrace:lean-editor',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({ vite: { plugins: [withoutGrammars, withoutOthers] } });
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

/** The bundle asks nobody but us and the repository's host. */
export const withoutOthers = {
  name: 'millrace:without-others',
  transform: {
    filter: { id: editor },
    handler: (source: string) => ({
      code: source.replace(cdnFont, "local('')").replace(hostStatus, allIsWell),
      map: null,
    }),
  },
} as const;
