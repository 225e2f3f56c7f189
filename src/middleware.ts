import { createHash } from 'node:crypto';
import type { MiddlewareHandler } from 'astro';
import islandRuntime from 'astro/runtime/server/astro-island.prebuilt.js';
import { barAddress, modulesOf, sheetAt, wordsOfScripts } from './client/start/chunk-graph.ts';
import delayedStart from './client/start/inline/start-later.ts?as-text';
import { withStyles } from './client/start/used-utilities.ts';

/**
 * Changes every page that the build renders. It delays the start script until the first paint,
 * removes what React's script contains anyway, puts the styles that the page uses into it, removes
 * unused hashes from its content security policy, and forbids texts that become code. The editor's
 * page may have those: its program is not ours.
 */
export const onRequest: MiddlewareHandler = async ({ url }, next) => {
  const response = await next();
  if (!response.headers.get('content-type')?.startsWith('text/html')) return response;
  const page = leanIslands(withoutIslandRuntime(delayStart(await response.text())));
  const html = withStyles(page, wordsOfScripts(page), { sheetAt, hashOf });
  const isEditor = url.pathname.startsWith('/admin/');
  // Node copies a text several times before it is a body, and bytes once.
  const body = Buffer.from(ownHashesOnly(isEditor ? html : trustedTypesOnly(html)));
  return new Response(body, response);
};

/**
 * Delays the start script of a page until the first paint, and names the modules and data that the
 * page will need for a signed-in visitor (`start-later.ts`). Astro knows the script's address only
 * while it renders the page, and writes it as a module in the head. Every browser fetches that at
 * once, and most run it before they paint. A page without a start script stays as it is.
 */
export function delayStart(html: string): string {
  return html.replace(startElement, (_, entry) => {
    // Astro's entry does nothing but import the start script.
    const [, start = entry] = modulesOf([entry]);
    const islands = html.includes(eagerMark)
      ? [...html.matchAll(eagerIslands)].flatMap(([, ...addresses]) => addresses)
      : [];
    const bar = barAddress();
    const data = dataOfPage.exec(html)?.[1]?.split(' ') ?? [];
    const ahead = [...data, ...modulesOf([start, bar, ...islands], neededWhenSignedIn).slice(2)];
    const list = ahead.length > 0 ? ` data-ahead="${ahead.join(' ')}"` : '';
    return `<script data-start="${start}" data-bar="${bar}"${list}>${delayedStart}</script>`;
  });
}

/** The scripts of the islands that hydrate by themselves: the component's and React's. */
const eagerMark = 'client="load"';
const eagerIslands =
  /<astro-island [^>]*component-url="([^"]+)"[^>]*renderer-url="([^"]+)"[^>]*client="load"/g;

/** The addresses of the data that a page fetches for a signed-in visitor when it starts. */
const dataOfPage = / data-fetch="([^"]+)"/;

/** The modules that a page imports as soon as it knows the user. */
const neededWhenSignedIn = /\/(?:Overview|FlowsPage)\.tsx$/;

/** The script of the stage `page` of Astro's `injectScript`, as it is built and in development. */
const startElement =
  /<script type="module" src="([^"]*\/(?:page\.[\w-]+\.js|astro:scripts\/page\.js))"><\/script>/;

/**
 * Removes from islands under `client:demand` what only Astro's script for islands reads: the start
 * script hydrates them without it (`hydrate-on-intent.ts`). Their props stand in single quotes, of
 * which JSON has none: each of its own quotes would be an entity.
 */
export function leanIslands(html: string): string {
  return html.replace(islandTag, (tag) =>
    tag.includes(demandMark)
      ? tag.replace(ofAstro, '').replace(propsOfIsland, inSingleQuotes)
      : tag,
  );
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
 * Astro puts in every page that has one. A page with an island that hydrates by itself keeps them, and so does a page in
 * development, whose script for islands is another. Astro's style for islands goes everywhere:
 * `frame.css` has it.
 */
export function withoutIslandRuntime(html: string): string {
  const page = html.replace(islandStyle, '');
  return !page.includes(islandElement) || eagerIsland.test(page)
    ? page
    : page.replace(islandElement, '').replace(demandDirective, '').replaceAll(islandEnd, '');
}

const islandElement = `<script>${islandRuntime}</script>`;
const islandEnd = '<!--astro:end-->';
const demandDirective = /<script>[^<]*\.demand=[^<]*<\/script>\s*/;
const islandStyle = '<style>astro-island,astro-slot,astro-static-slot{display:contents}</style>';
const eagerIsland = / client="(?!demand")/;

/**
 * Removes the hashes of scripts and styles that the page doesn't contain from its policy. Astro
 * lists the scripts of all client directives and the styles of all pages on each page, and hashes
 * don't compress. No hash is ever added. A page without a policy in its HTML stays as it is.
 * Source: Content Security Policy Level 3, section 8.4, "Using hashes".
 */
export function ownHashesOnly(html: string): string {
  return html.replace(policy, (element) => {
    const present = new Set(inlineTexts(html).map(hashOf));
    return element.replace(allowedHash, (source, hash) => (present.has(hash) ? source : ''));
  });
}

/**
 * Forbids a page to turn a text into HTML, a script or a script's address (`innerHTML` and the like).
 * No script of ours does, so none may make exceptions either. A page without a policy stays as it is.
 * Source: W3C's "Trusted Types", sections 4.4.1 and 4.4.2.
 */
export function trustedTypesOnly(html: string): string {
  return html.replace(policy, (element) =>
    element.replace(/;?">$/, "; require-trusted-types-for 'script'; trusted-types 'none'\">"),
  );
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

/** The most hashes that are cached: pages share their scripts and styles, which are few. */
const maxCachedHashes = 500;
const hashes = new Map<string, string>();

function hashOf(text: string): string {
  const cached = hashes.get(text);
  if (cached !== undefined) return cached;
  const hash = `sha256-${createHash('sha256').update(text).digest('base64')}`;
  if (hashes.size < maxCachedHashes) hashes.set(text, hash);
  return hash;
}
