import type { AstroIntegration } from 'astro';

/** The editor's grammars for coloured code: 330 files of 14 MB in version 0.221. */
const grammars = /^@shikijs\/langs\//;
const noGrammar = '\0product:no-grammar';

/** The editor's file in its package. */
const editor = /\/@sveltia\/cms\/npm\/index\.js$/;
/** The fonts of a post's preview, which the editor would fetch from a CDN. */
const cdnFont = /url\(https:\/\/cdn\.jsdelivr\.net\/[^)]*\)/g;
/** The status page that the editor polls, and the answer "no incident". */
const hostStatus = /https:\/\/www\.githubstatus\.com\/api\/v2\/status\.json/g;
const noIncident = `data:application/json,${encodeURIComponent('{"status":{"indicator":"none"}}')}`;

/**
 * Removes the grammars and the requests to other hosts from the editor's bundle. The page's policy
 * refuses those requests, and each refusal is an error on the console. Code in a post then has one
 * colour in the editor; on the site, Prism colours it.
 * Source: Vite's plugin interface, `resolveId`, `load` and `transform` with filters.
 */
export function leanEditor(): AstroIntegration {
  return {
    name: 'product:lean-editor',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({ vite: { plugins: [withoutGrammars, withoutOthers] } });
      },
    },
  };
}

/** It runs before Vite resolves modules in `node_modules`. */
const withoutGrammars = {
  name: 'product:without-grammars',
  enforce: 'pre',
  resolveId: { filter: { id: grammars }, handler: () => noGrammar },
  load: { filter: { id: /no-grammar$/ }, handler: () => 'export default [];' },
} as const;

/** The bundle then requests only our own host and the repository's. */
export const withoutOthers = {
  name: 'product:without-others',
  transform: {
    filter: { id: editor },
    handler: (source: string) => ({
      code: source.replace(cdnFont, "local('')").replace(hostStatus, noIncident),
      map: null,
    }),
  },
} as const;
