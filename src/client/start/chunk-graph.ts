import type { Rolldown } from 'vite';

/** What a built script imports, by addresses, and the files of the source that it contains. */
interface Chunk {
  readonly imports: readonly string[];
  readonly dynamicImports: readonly string[];
  readonly sources: readonly string[];
  /** Its code between spaces and quotes, with the class names that it may give to elements. */
  readonly words: readonly string[];
}

declare global {
  /** The scripts of the browser, which are built before the pages and in the same process. */
  var builtChunks: ReadonlyMap<string, Chunk> | undefined;
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
    this.emitFile({ type: 'chunk', id: bar, preserveSignature: 'allow-extension' });
  },
  generateBundle(_options: unknown, bundle: Rolldown.OutputBundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
    globalThis.builtChunks = new Map(
      chunks.map(({ fileName, imports, dynamicImports, moduleIds, code }) => [
        addressOf(fileName),
        {
          imports: imports.map(addressOf),
          dynamicImports: dynamicImports.map(addressOf),
          sources: moduleIds,
          words: moduleIds.some((id) => id.includes('/src/')) ? code.split(/[\s"'`]+/) : [],
        },
      ]),
    );
  },
} as const;

function addressOf(fileName: string): string {
  return `/${fileName}`;
}

let words: ReadonlySet<string> | undefined;

/** The words of all scripts with code of ours; none in development. */
export function wordsOfScripts(): ReadonlySet<string> {
  words ??= new Set([...(globalThis.builtChunks ?? new Map())].flatMap(([, chunk]) => chunk.words));
  return words;
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
