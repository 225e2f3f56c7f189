import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Rolldown } from 'vite';
import { cached } from './styles.ts';

/** A built script: its imports, by addresses, and the files of the source that it contains. */
interface Chunk {
  readonly imports: readonly string[];
  readonly dynamicImports: readonly string[];
  readonly sources: readonly string[];
  /** The code between spaces and quotes, with class names that it may give to elements. */
  readonly words: readonly string[];
}

declare global {
  /** The scripts of the browser, which are built before the pages and in the same process. */
  var builtChunks: ReadonlyMap<string, Chunk> | undefined;
  /** The addresses of the scripts that pages name. */
  var builtAddresses: Readonly<Record<keyof typeof named, string>> | undefined;
  /** The folder of the built site, which has the style sheets too before pages are rendered. */
  var builtSite: string | undefined;
}

/** The scripts whose addresses stand in each page: the start script, and that of signed-in users' bar. */
const named = {
  start: '/src/client/start/start.ts',
  bar: '/src/client/start/signed-in-bar.ts',
} as const;

/**
 * A Vite plugin that records which scripts a built script imports. The middleware has a copy of this
 * module, so the record is global. In development there is none.
 */
export const recordChunks = {
  name: 'product:record-chunks',
  apply: 'build',
  applyToEnvironment: ({ name }: { readonly name: string }) => name === 'client',
  buildStart(this: Rolldown.PluginContext) {
    for (const id of Object.values(named)) {
      this.emitFile({ type: 'chunk', id, preserveSignature: false });
    }
  },
  // Vite takes out scripts that only import styles, and others name them until then.
  generateBundle: { order: 'post', handler: recordBundle },
} as const;

function recordBundle({ dir }: { readonly dir?: string }, bundle: Rolldown.OutputBundle): void {
  globalThis.builtSite = dir;
  const inSite = (fileName: string) => `/${fileName}`;
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const addressWith = (file: string) =>
    inSite(
      chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(file)))?.fileName ?? '',
    );
  globalThis.builtAddresses = { start: addressWith(named.start), bar: addressWith(named.bar) };
  globalThis.builtChunks = new Map(
    chunks.map(({ fileName, imports, dynamicImports, moduleIds, modules }) => [
      inSite(fileName),
      {
        imports: imports.filter((one) => one in bundle).map(inSite),
        dynamicImports: dynamicImports.map(inSite),
        sources: moduleIds,
        words: moduleIds.flatMap((id) => modules[id]?.code?.split(/[\s"'`]+/) ?? []),
      },
    ]),
  );
}

/** The text of a built style sheet, by its address. */
export function sheetAt(address: string): string {
  return readFileSync(join(globalThis.builtSite ?? '', address), 'utf8');
}

const words = new Map<string, ReadonlySet<string>>();

/** The words of all scripts that a page may ever load; none in development. */
export function wordsOfScripts(html: string): ReadonlySet<string> {
  const scripts = [...new Set(html.match(/\/_astro\/[\w.-]+\.js\b/g))];
  return cached(words, scripts.join(' '), () => {
    const chunks = modulesOf(scripts, /(?:)/).map((address) =>
      globalThis.builtChunks?.get(address),
    );
    return new Set(chunks.flatMap((chunk) => chunk?.words ?? []));
  });
}

/** The address of a script; in development its file. */
export function addressOf(name: keyof typeof named): string {
  return (globalThis.builtAddresses ?? named)[name];
}

/**
 * The addresses of some scripts and of all that they import at their start, in that order.
 * @param later the sources of what they import later and is to be among them; by default none
 */
export function modulesOf(addresses: readonly string[], later = /^$/): readonly string[] {
  const found = new Set(addresses);
  // A set iterates over items that the loop adds.
  for (const address of found) {
    const { imports = [], dynamicImports = [] } = globalThis.builtChunks?.get(address) ?? {};
    for (const imported of imports) found.add(imported);
    for (const imported of dynamicImports) {
      const { sources = [] } = globalThis.builtChunks?.get(imported) ?? {};
      if (sources.some((id) => later.test(id))) found.add(imported);
    }
  }
  return [...found];
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
