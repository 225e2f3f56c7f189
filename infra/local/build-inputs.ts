import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { access, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { isErrno } from './errors.ts';
import type { Source } from './settings.ts';

/** The folders from which a build imports, and the files beside them that configure it. */
const sourceFolders = ['src', 'public', 'functions', 'infra'];
const configurationFile = /^\.env|\.(?:cjs|json|mjs)$/;

/** The variables that `astro.config.mjs` and the pages read. */
export const buildVariables = [
  'SITE_ORIGIN',
  'AUTH0_DOMAIN',
  'AUTH0_CLIENT_ID',
  'PUBLIC_API_BASE',
  'UPLOAD_BASE',
  'API_ORIGIN',
  'BUILD_TIME',
  'NODE_ENV',
] as const;

interface Inputs {
  /** The project's folder. */
  readonly root: string;
  readonly variables: Source;
  /** The time of the build: its day (UTC) decides which posts are published. */
  readonly now: Date;
}

/**
 * A hash over what a build of the site reads: files, variables and the day. Packages count by their
 * lock file.
 */
export function inputsOf({ root, variables, now }: Inputs): Promise<string> {
  return hashOf(root, variables, now.toISOString().slice(0, 10), () => true);
}

/** Posts, by their paths in the project: pages show them, and the key of a page has what it shows. */
const post = /^src\/content\/blog\/[^/]+\/[^/]+\.md$/;

/**
 * Lets a build take over pages of the one before, by their keys (`src/prerender/page-key.ts`). When
 * anything but posts has changed, it renders all pages and all Markdown anew. That holds because the
 * hash of the inputs is part of Astro's configuration, whose change empties Astro's caches.
 * Astro replaces the cached pages while it renders, and their keys at the end. After a build that
 * failed or was ended, both may differ, so the next build renders everything too. Cached pages stay in
 * the built site: Astro would remove them with all else, and copy them from the cache again.
 * Source: Astro's "Experimental incremental static builds", "How pages are invalidated".
 */
export function reusePages(variables: Source): AstroIntegration {
  let cacheDir = '';
  let outDir = '';
  let kept: readonly string[] = [];
  // A build writes this file at its end: it names the folder of the built site, and its inode.
  const finished = () => join(cacheDir, 'finished-build');
  const builtSite = () => `${outDir} ${statSync(outDir).ino}`;
  return {
    name: 'product:reuse-pages',
    hooks: {
      'astro:config:setup': async ({ command, config, updateConfig }) => {
        if (command !== 'build') return;
        cacheDir = fileURLToPath(config.cacheDir);
        outDir = fileURLToPath(config.outDir);
        const root = fileURLToPath(config.root);
        // The footer has the year; which posts are published is in the keys.
        const year = String(new Date().getFullYear());
        const inputs = await hashOf(root, variables, year, (path) => !post.test(path));
        updateConfig({
          experimental: { incrementalBuild: true },
          env: {
            schema: {
              INPUTS: { type: 'string', context: 'server', access: 'public', default: inputs },
            },
          },
          vite: { build: { emptyOutDir: false } },
        });
      },
      'astro:build:start': () => {
        mkdirSync(outDir, { recursive: true });
        const isFinished = existsSync(finished());
        const isKept = isFinished && readFileSync(finished(), 'utf8') === builtSite();
        const builtMs = isKept ? statSync(finished()).mtimeMs : 0;
        rmSync(isFinished ? finished() : join(cacheDir, keysFile), { force: true });
        kept = keepPages(outDir, isKept ? join(cacheDir, 'dist') : '', builtMs);
      },
      'astro:build:done': async ({ assets }) => {
        const written = new Set([...assets.values()].flat().map((file) => fileURLToPath(file)));
        for (const file of kept) if (!written.has(file)) removePage(file);
        await writeFile(finished(), builtSite());
      },
    },
  };
}

/**
 * Removes what is in a built site, except the cached pages that nobody has touched since their build.
 * Two builds may write to one folder, and people may put another site there.
 * @param cached the folder of the cached pages; without one, nothing stays
 * @param builtMs the end of their build, in milliseconds since 1970
 * @returns the paths of the pages that stay
 */
function keepPages(site: string, cached: string, builtMs: number): readonly string[] {
  const names = new Set(existsSync(cached) ? readdirSync(cached) : []);
  return readdirSync(site, { withFileTypes: true }).flatMap((entry) => {
    const path = join(site, entry.name);
    const isCached = names.has(entry.name);
    if (isCached && entry.isDirectory()) return keepPages(path, join(cached, entry.name), builtMs);
    if (isCached && statSync(path).ctimeMs <= builtMs) return path;
    // Some people publish the site from a Git repository in its folder.
    if (entry.name !== '.git') rmSync(path, { recursive: true });
    return [];
  });
}

/** Removes a page that the build no longer writes, and its folder if that is empty then. */
function removePage(file: string): void {
  rmSync(file);
  if (readdirSync(dirname(file)).length === 0) rmdirSync(dirname(file));
}

/** Where Astro keeps the keys of the pages, in its cache. */
const keysFile = 'incremental-build.json';

async function hashOf(
  root: string,
  variables: Source,
  time: string,
  counts: (path: string) => boolean,
): Promise<string> {
  const hash = createHash('sha256').update(process.version);
  const variable = (name: string) => [name, variables[name] ?? null];
  hash.update(JSON.stringify([time, buildVariables.map(variable)]));
  for (const path of await inputFiles(root)) {
    const name = relative(root, path).replaceAll(sep, '/');
    if (!counts(name)) continue;
    // At once: a thousand small files take eight times as long by promises, one after the other.
    const content = readFileSync(path);
    hash.update(JSON.stringify([name, content.length])).update(content);
  }
  return hash.digest('hex');
}

/** Whether a folder has the site that a build of these inputs would make. */
export async function isBuilt(siteFolder: string, inputs: Inputs): Promise<boolean> {
  try {
    await access(siteFolder);
    return (await readFile(recordOf(siteFolder), 'utf8')) === (await inputsOf(inputs));
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return false;
    throw error;
  }
}

/** Must precede a change of the folder: a stop in its middle then leads to a build. */
export function forgetInputs(siteFolder: string): Promise<void> {
  return rm(recordOf(siteFolder), { force: true });
}

export async function recordInputs(siteFolder: string, inputs: string): Promise<void> {
  await writeFile(recordOf(siteFolder), inputs);
}

/** Beside the site, where nobody can request it. */
function recordOf(siteFolder: string): string {
  return `${siteFolder}.inputs`;
}

async function inputFiles(root: string): Promise<readonly string[]> {
  const ofRoot = await readdir(root, { withFileTypes: true });
  const folders = ofRoot.filter(({ name }) => sourceFolders.includes(name));
  const below = folders.map(({ name }) =>
    readdir(join(root, name), { withFileTypes: true, recursive: true }),
  );
  const beside = ofRoot.filter(({ name }) => configurationFile.test(name));
  const entries = [beside, ...(await Promise.all(below))].flat();
  const files = entries.filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => join(parentPath, name)).toSorted();
}
