import { createHash } from 'node:crypto';
import islandRuntime from 'astro/runtime/server/astro-island.prebuilt.js';
import { addressOf, modulesOf, sheetAt, wordsOfScripts } from './chunk-graph.ts';
import { cached, withStyles } from './used-utilities.ts';

/**
 * Names the modules that the start script fetches, removes what React's script contains anyway, puts
 * the styles that the page uses into it, removes unused hashes from its content security policy, and
 * forbids texts that become code.
 * @param html a page as Astro rendered it
 * @param mayMakeCode whether it may turn texts into code: the editor's page, whose program is not ours
 */
export function leanPage(html: string, { mayMakeCode }: { readonly mayMakeCode: boolean }): string {
  const page = leanIslands(nameModules(html));
  const styled = withStyles(page, wordsOfScripts(page), { sheetAt, hashOf });
  return strictPolicy(styled, mayMakeCode);
}

/**
 * Names in a page its start script, and the modules and data that the page will need for a signed-in
 * visitor (`start-later.ts`). A page without the script that reads them stays as it is.
 */
export function nameModules(html: string): string {
  return html.replace(startElement, (element) => {
    const start = addressOf('start');
    const bar = addressOf('bar');
    const islands = html.includes(eagerMark)
      ? [...html.matchAll(eagerIslands)].flatMap(([, ...addresses]) => addresses)
      : [];
    const data = dataOfPage.exec(html)?.[1]?.split(' ') ?? [];
    const ahead = [...data, ...modulesOf([start, bar, ...islands], neededWhenSignedIn).slice(2)];
    const list = ahead.length > 0 ? ` data-ahead="${ahead.join(' ')}"` : '';
    return `${element.slice(0, -1)}="${start}" data-bar="${bar}"${list}>`;
  });
}

const startElement = '<script data-start>';

/** The scripts of the islands that hydrate by themselves: the component's and React's. */
const eagerMark = 'client="load"';
const eagerIslands =
  /<astro-island [^>]*component-url="([^"]+)"[^>]*renderer-url="([^"]+)"[^>]*client="load"/g;

/** The addresses of the data that a page fetches for a signed-in visitor when it starts. */
const dataOfPage = / data-fetch="([^"]+)"/;

/** The modules that a page imports as soon as it knows the user. */
const neededWhenSignedIn = /\/(?:Overview|FlowsPage)\.tsx$/;

/**
 * Removes from islands under `client:demand` what only Astro's script for islands reads: the start
 * script hydrates them without it (`hydrate-on-intent.ts`). Their props stand in single quotes, of
 * which JSON has none: each of its own quotes would be an entity. A page with other islands keeps
 * Astro's script. Astro's style for islands goes everywhere: `frame.css` has it.
 */
export function leanIslands(html: string): string {
  let areOnDemand = true;
  const page = html.replace(islandStyle, '').replace(islandTag, (tag) => {
    if (tag.includes(demandMark))
      return tag.replace(ofAstro, '').replace(propsOfIsland, inSingleQuotes);
    areOnDemand = false;
    return tag;
  });
  return areOnDemand ? withoutIslandRuntime(page) : page;
}

const propsOfIsland = /data-props="([^"]*)"/;

function inSingleQuotes(_: string, json: string): string {
  const text = json.replaceAll("'", '&#39;').replace(/\\(?:&quot;|&#34;)/g, '\\u0022');
  return `data-props='${text.replace(/&quot;|&#34;/g, '"')}'`;
}

const demandMark = ' client="demand"';
const islandTag = /<astro-island [^>"]*(?:"[^"]*"[^>"]*)*>/g;
const ofAstro = / (?:uid|component-export|props|client|opts)="[^"]*"| await-children/g;

/**
 * Removes Astro's script for islands, the marks that it reads and the directive `client:demand`, which
 * Astro puts in every page that has one. A page in development keeps them: its script is another.
 */
function withoutIslandRuntime(html: string): string {
  const at = html.indexOf(islandElement);
  if (at < 0) return html;
  const before = html.slice(0, at).replace(demandDirective, '');
  return `${before}${html.slice(at + islandElement.length)}`.replaceAll(islandEnd, '');
}

const islandElement = `<script>${islandRuntime}</script>`;
const islandEnd = '<!--astro:end-->';
const demandDirective = /<script>[^<]*\.demand=[^<]*<\/script>\s*/;
const islandStyle = '<style>astro-island,astro-slot,astro-static-slot{display:contents}</style>';

/**
 * Makes the policy of a page stricter. Astro allows every page the inline scripts and styles of all
 * pages, by their hashes. This function removes the hashes of scripts and styles that the page lacks,
 * and adds none. It also forbids the page to turn a text into HTML, a script or a script's address
 * (`innerHTML` and the like): our scripts never do. A page without a policy stays as it is.
 * @param mayMakeCode whether the page may turn texts into code all the same
 * Source: Content Security Policy Level 3, section 8.4; W3C's "Trusted Types", sections 4.4.1, 4.4.2.
 */
export function strictPolicy(html: string, mayMakeCode: boolean): string {
  return html.replace(policy, (element) => {
    const present = new Set(inlineTexts(html).map(hashOf));
    const own = element.replace(allowedHash, (source, hash) => (present.has(hash) ? source : ''));
    return mayMakeCode
      ? own
      : own.replace(/;?">$/, "; require-trusted-types-for 'script'; trusted-types 'none'\">");
  });
}

const policy = /<meta http-equiv="content-security-policy" content="[^"]*">/;
const allowedHash = / '(sha256-[A-Za-z0-9+/=]+)'/g;

/** The texts of the inline scripts and styles of a page, which the policy applies to. */
function inlineTexts(html: string): readonly string[] {
  const elements = html.matchAll(/<(script|style)\b([^>]*)>(.*?)<\/\1>/gs);
  return [...elements].flatMap(([, , attributes = '', text]) =>
    attributes.includes('application/ld+json') ? [] : text || [],
  );
}

const hashes = new Map<string, string>();

function hashOf(text: string): string {
  const digest = () => createHash('sha256').update(text).digest('base64');
  return cached(hashes, text, () => `sha256-${digest()}`);
}
