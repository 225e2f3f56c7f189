import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Rolldown } from 'vite';

/** What a built script imports, by addresses, and the files of the source that it contains. */
interface Chunk {
  readonly imports: readonly string[];
  readonly dynamicImports: readonly string[];
  readonly sources: readonly string[];
  /** Our code in it between spaces and quotes, with the class names that it may give to elements. */
  readonly words: readonly string[];
}

declare global {
  /** The scripts of the browser, which are built before the pages and in the same process. */
  var builtChunks: ReadonlyMap<string, Chunk> | undefined;
  /** The folder of the built site, which has the style sheets too before pages are rendered. */
  var builtSite: string | undefined;
}

/** The script that pages import by its address. */
const bar = '/src/client/start/signed-in-bar.ts';

/**
 * A Vite plugin that records which scripts a built script imports. The middleware has a copy of this
 * module, so the record is global. In development there is none.
 */
export const recordChunks = {
  name: 'millrace:record-chunks',
  apply: 'build',
  applyToEnvironment: ({ name }: { readonly name: string }) => name === 'client',
  buildStart(this: Rolldown.PluginContext) {
    this.emitFile({ type: 'chunk', id: bar, preserveSignature: false });
  },
  generateBundle({ dir }: { readonly dir?: string }, bundle: Rolldown.OutputBundle) {
    globalThis.builtSite = dir;
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
    globalThis.builtChunks = new Map(
      chunks.map(({ fileName, imports, dynamicImports, moduleIds, modules }) => [
        addressOf(fileName),
        {
          imports: imports.map(addressOf),
          dynamicImports: dynamicImports.map(addressOf),
          sources: moduleIds,
          words: moduleIds
            .filter((id) => id.includes('/src/'))
            .flatMap((id) => modules[id]?.code?.split(/[\s"'`]+/) ?? []),
        },
      ]),
    );
  },
} as const;

function addressOf(fileName: string): string {
  return `/${fileName}`;
}

/** The text of a built style sheet, by its address. */
export function sheetAt(address: string): string {
  return readFileSync(join(globalThis.builtSite ?? '', address), 'utf8');
}

const words = new Map<string, ReadonlySet<string>>();

/** The words of all scripts that a page may ever load; none in development. */
export function wordsOfScripts(html: string): ReadonlySet<string> {
  const named = [...new Set(html.match(/\/_astro\/[\w.-]+\.js\b/g))];
  const key = named.join(' ');
  const known = words.get(key);
  if (known) return known;
  const all = modulesOf(named, /(?:)/).flatMap(
    (address) => globalThis.builtChunks?.get(address)?.words ?? [],
  );
  const found = new Set(all);
  words.set(key, found);
  return found;
}

/** The address of the script that shows a signed-in user in the bar. */
export function barAddress(): string {
  const chunks = [...(globalThis.builtChunks ?? [])];
  return chunks.find(([, { sources }]) => sources.some((id) => id.endsWith(bar)))?.[0] ?? bar;
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
