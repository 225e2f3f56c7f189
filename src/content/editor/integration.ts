import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { type BuildOptions, build, type Plugin, version } from 'esbuild';

/** The base address of the preview's frame; pictures in it come from memory. */
const previewBase = /<base href="\$\{[^}]*\}" target="_blank">/;

/** The folders of bundles in the cache, each with a hash of its inputs. */
const prefix = 'editor-';

/** The fonts of a post's preview, which the editor would fetch from a CDN. */
const cdnFont = /url\(https:\/\/cdn\.jsdelivr\.net\/[^)]*\)/g;
/** The status pages that the editor polls, of GitHub and of GitLab, and the answer "no incident". */
const hostStatus =
  /https:\/\/(?:www\.githubstatus\.com\/api\/v2\/status\.json|status-api\.hostedstatus\.com[^`'"]*)/g;
const healthy = { status: { indicator: 'none' }, result: { status_overall: { status_code: 100 } } };
const noIncident = `data:application/json,${encodeURIComponent(JSON.stringify(healthy))}`;

/**
 * Bundles the editor once for each version of its package, and puts the bundle beside the site's own
 * scripts. The bundle takes half as long as all the rest of a small site, and hardly ever changes.
 * Source: Astro's Integration API; Vite's `resolveId` with a filter, and external modules.
 */
export function editorBundle(): AstroIntegration {
  let bundle = '';
  let start: ReturnType<typeof bundledStart> | undefined;
  return {
    name: 'product:editor-bundle',
    hooks: {
      'astro:config:setup': async ({ command, config, updateConfig }) => {
        if (command !== 'build' && command !== 'dev') return;
        bundle = await bundledEditor(fileURLToPath(config.cacheDir));
        // Awaited when a page imports it: the build goes on meanwhile.
        if (command === 'build') start = bundledStart();
        const local = join(bundle, 'index.js');
        const online = (name: string) =>
          ({ id: `/_astro/${basename(bundle)}/${name}`, external: 'absolute' }) as const;
        const plugin = {
          name: 'product:editor',
          enforce: 'pre',
          resolveId: {
            filter: { id: start ? /\/editor\/start\.ts$/ : /^@sveltia\/cms$/ },
            handler: async () => (start ? online((await start).name) : local),
          },
        } as const;
        updateConfig({ vite: { plugins: [plugin] } });
      },
      'astro:build:done': async ({ dir }) => {
        const folder = join(fileURLToPath(dir), '_astro', basename(bundle));
        await cp(bundle, folder, { recursive: true });
        if (!start) return;
        const { name, text } = await start;
        await writeFile(join(folder, name), text);
      },
    },
  };
}

/**
 * The editor's file without its requests to other hosts, and without the base address of its preview.
 * The page's policy refuses them, and each refusal is an error on the console.
 */
export function withoutOtherHosts(source: string): string {
  return source
    .replace(cdnFont, "local('')")
    .replace(hostStatus, noIncident)
    .replace(previewBase, '');
}

/** Asks to try again later; a refusal of the check says below what to do, and "Unsaved" is as true. */
const failedSave = ['saving_entry.error.description', 'assets_dialog.unsaved'] as const;

/** The name of the Markdown parser within the editor's file, marked. */
const parser = /([\w$]+)\.Lexer=[\w$]+[,;]/;

/**
 * The editor's file, which exports its Markdown parser too: the check before saving reads texts with
 * it, the preview reads with its settings, and the page needs no second parser.
 * @throws {Error} when a new version of the editor has the parser under another name
 */
export function withParser(source: string): string {
  const [, name] = parser.exec(source) ?? [];
  if (name === undefined) throw new Error('The editor has no Lexer of marked: change `parser`.');
  return `${source.replace(...failedSave)}\nexport{${name} as marked};\n`;
}

/** The head of the function that fills a new part of an entry, minified: its field and its language. */
const filling =
  /\(\{content:\w+,keyPath:\w+,fieldConfig:(\w+),locale:(\w+),defaultLocale:\w+,dynamicValues:\w+\}\)=>\{/;

/**
 * The editor's file, in which a field may have `defaults`: a default for each language, where the
 * editor knows one for all.
 * @throws {Error} when a new version of the editor fills its parts by another function
 */
export function withDefaults(source: string): string {
  if (!filling.test(source)) throw new Error('The editor fills nothing: change `filling`.');
  return source.replace(
    filling,
    (head, field, language) =>
      `${head}if(${field}.defaults)${field}={...${field},default:${field}.defaults[${language}]};`,
  );
}

/** How esbuild bundles the editor, and what starts it. */
const options = {
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  legalComments: 'none',
  tsconfigRaw: {},
  logLevel: 'error',
} as const satisfies BuildOptions;

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** The folder of the bundle, which is made if the cache lacks it. */
async function bundledEditor(cacheDir: string): Promise<string> {
  const entry = fileURLToPath(import.meta.resolve('@sveltia/cms'));
  const source = withDefaults(withParser(withoutOtherHosts(await readFile(entry, 'utf8'))));
  const folder = join(cacheDir, `${prefix}${hashOf(version + source)}`);
  if (existsSync(folder)) return folder;
  await mkdir(cacheDir, { recursive: true });
  for (const name of await readdir(cacheDir)) {
    if (name.startsWith(prefix)) await rm(join(cacheDir, name), { recursive: true, force: true });
  }
  // Another name first, so that an interrupted build leaves no partial bundle.
  const unfinished = join(cacheDir, `${prefix}${randomUUID()}`);
  await bundle(entry, source, unfinished);
  await rename(unfinished, folder);
  return folder;
}

/**
 * Bundles what starts the editor with the content check. Apart from the site's own scripts: modules
 * that both have would become files of their own, which every page of the site would fetch.
 */
async function bundledStart() {
  const { outputFiles } = await build({
    ...options,
    entryPoints: [fileURLToPath(new URL('start.ts', import.meta.url))],
    write: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [besideEditor],
  });
  const text = outputFiles.map((file) => file.text).join('');
  return { name: `start-${hashOf(text)}.js`, text };
}

const besideEditor: Plugin = {
  name: 'product:beside-editor',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^@sveltia\/cms$/ }, () => ({ path: './index.js', external: true })),
};

/** The files that the editor names by its own address, such as fonts, keep their place beside it. */
async function bundle(entry: string, source: string, folder: string): Promise<void> {
  await build({
    ...options,
    entryPoints: { index: entry },
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    outdir: folder,
    plugins: [editedPackage(entry, source)],
  });
  await cp(join(dirname(entry), 'assets'), join(folder, 'assets'), {
    recursive: true,
    filter: (path) => extname(path) !== '.map',
  });
}

/**
 * Replaces the editor's own file, and its grammars for coloured code by nothing: 330 files of 14 MB
 * in version 0.221. Code in a post has one colour in the editor; on the site, Prism colours it.
 */
function editedPackage(entry: string, source: string): Plugin {
  return {
    name: 'product:edited-package',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^@shikijs\/langs\// }, () => ({ path: 'none', namespace: 'grammar' }));
      onLoad({ filter: /./, namespace: 'grammar' }, () => ({ contents: 'export default [];' }));
      onLoad({ filter: /[\\/]index\.js$/ }, ({ path }) =>
        path === entry ? { contents: source, resolveDir: dirname(entry) } : undefined,
      );
    },
  };
}
