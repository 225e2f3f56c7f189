import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { access, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { utcDay } from '../../src/contract/durations.ts';
import { isErrno } from '../local/errors.ts';
import type { Source } from '../local/settings.ts';

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

/** A hash over the files, variables and day of a build. Packages count by their lock file. */
export function inputsOf({ root, variables, now }: Inputs): Promise<string> {
  return hashOf(root, variables, utcDay(now), () => true);
}

/** Posts, by their paths in the project: pages show them, and the key of a page has what it shows. */
const post = /^src\/content\/blog\/[^/]+\/[^/]+\.md$/;

/**
 * Lets a build take over pages of the one before, by their keys (`src/prerender/page-key.ts`). When
 * anything but posts has changed, it renders all pages and all Markdown anew. That holds because the
 * hash of the inputs is part of Astro's configuration, whose change empties Astro's caches.
 * Astro replaces the cached pages while it renders, and their keys at the end. After a build that
 * failed or was ended, both may differ, so the next build renders everything too.
 * Source: Astro's "Experimental incremental static builds", "How pages are invalidated".
 */
export function reusePages(variables: Source): AstroIntegration {
  let cacheDir = '';
  // A build writes this file at its end.
  const finished = () => join(cacheDir, 'finished-build');
  return {
    name: 'product:reuse-pages',
    hooks: {
      'astro:config:setup': async ({ command, config, updateConfig }) => {
        if (command !== 'build') return;
        cacheDir = fileURLToPath(config.cacheDir);
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
        });
      },
      'astro:build:start': () => {
        const isFinished = existsSync(finished());
        rmSync(isFinished ? finished() : join(cacheDir, keysFile), { force: true });
      },
      'astro:build:done': () => writeFile(finished(), ''),
    },
  };
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
