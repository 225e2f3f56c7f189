import { existsSync, rmSync } from 'node:fs';
import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSite } from '../../infra/build/build-site.ts';
import type { ContentFile } from '../../src/content/check/sources.ts';
import { readContentFiles } from '../../src/content/project.ts';
import { allLanguages as languages } from '../site/src/languages.config.ts';
import { memoryFolder } from './memory-folder.ts';

/** The project's folder. */
export const projectRoot = fileURLToPath(new URL('../..', import.meta.url));

/** The files that a build of the site reads. */
const parts = [
  'src',
  'public',
  'functions',
  'infra',
  'package.json',
  'astro.config.mjs',
  'tailwind.config.cjs',
  'tsconfig.json',
];
/** The posts, authors, tags and languages of the tests. The adopter owns those in `src`. */
const testSite = join(projectRoot, 'tests/site');
const testContent = join(testSite, 'src/content');
/** A file in a language that the adopter added. */
const isOfOwnLanguage = (path: string) => {
  const inFolder = /src\/(?:content\/(?:pages|flows)|i18n)\/([a-z]{2,3}(?:-\w+)?)(?:\/|$)/;
  const [, language] = inFolder.exec(path) ?? [];
  return language !== undefined && !languages.some((known) => known === language);
};
/** The folders of the posts. */
const texts = languages.map((language) => `src/content/blog/${language}`);

export const siteOrigin = 'https://mill.example';

/**
 * The environment of a build of the site.
 *
 * @param buildTime its day
 */
export function siteVariables(buildTime: string) {
  return {
    PATH: process.env.PATH,
    SITE_ORIGIN: siteOrigin,
    AUTH0_DOMAIN: 'mill.eu.auth0.example',
    PUBLIC_API_BASE: 'https://flows.mill.example',
    BUILD_TIME: buildTime,
  };
}

/** A built site: its files by their paths in it, as `/blog/index.html`. */
export type BuiltSite = ReadonlyMap<string, Buffer>;

/**
 * Builds a copy of the site, because two builds of one folder disturb each other.
 *
 * @param buildTime the day of the build
 * @param content files that replace all posts, by their paths in `src/content/blog`
 * @param prepare changes the copy before it is built
 */
export async function buildCopy(
  buildTime: string,
  content?: Readonly<Record<string, string>>,
  prepare?: (folder: string) => Promise<void>,
): Promise<BuiltSite> {
  const folder = memoryFolder('site-copy-');
  const cacheDir = join(folder, 'cache');
  // Astro takes such a folder for one in the project, unless a build works in `.astro`.
  const outFolder = `${folder}-out`;
  const outDir = join(outFolder, 'site');
  try {
    await copySources(folder);
    if (content) await replacePosts(folder, content);
    await prepare?.(folder);
    await takeDrawn(cacheDir);
    await buildSite({
      root: folder,
      outDir,
      cacheDir,
      variables: siteVariables(buildTime),
      now: new Date(),
      signal: new AbortController().signal,
    });
    await keepDrawn(cacheDir);
    return await readFiles(outDir);
  } finally {
    for (const made of [folder, outFolder]) await rm(made, { recursive: true, force: true });
  }
}

/** Files named by their content, which a build keeps: pictures, cards and the editor's bundle. */
const isDrawn = (name: string) =>
  name === 'assets' || name === 'social-cards' || name.startsWith('editor-');

/**
 * The folder in which the processes of a test run share what takes long to make: what builds have drawn,
 * the functions of a deployment, and what Node has compiled. The command that starts the run makes it;
 * without one, nothing is shared.
 */
export const sharedFolder = () => process.env.DRAWN_FOLDER;

/** Makes the folder for this process and those that it starts, unless there is one; removes it. */
export function shareDrawn(): () => void {
  if (sharedFolder()) return () => undefined;
  const folder = memoryFolder('millrace-drawn-');
  process.env.DRAWN_FOLDER = folder;
  // Likewise what Node has compiled: each start of the product compiles for three seconds.
  process.env.NODE_COMPILE_CACHE ??= join(folder, 'compiled');
  return () => rmSync(folder, { recursive: true, force: true });
}

/** The variable by which a program that a test starts finds what Node has compiled before it. */
export const sharedCompileCache = () => ({ NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE });

/** Gives a build that is to come what others have drawn. */
export async function takeDrawn(cacheDir: string): Promise<void> {
  const folder = sharedFolder();
  if (!folder || !existsSync(join(folder, 'cache'))) return;
  await cp(join(folder, 'cache'), cacheDir, { recursive: true });
}

/** The first build that ends shares what it has drawn, whole and at once. */
export async function keepDrawn(cacheDir: string): Promise<void> {
  const folder = sharedFolder();
  if (!folder || existsSync(join(folder, 'cache'))) return;
  const own = await mkdtemp(join(folder, 'part-'));
  for (const name of (await readdir(cacheDir)).filter(isDrawn)) {
    await cp(join(cacheDir, name), join(own, name), { recursive: true });
  }
  // Another build may have been quicker.
  await rename(own, join(folder, 'cache')).catch(() => undefined);
}

/**
 * Copies the files that a build of the site reads into an empty folder, with the posts of the tests
 * and their languages instead of the site's.
 *
 * @param more other folders of the project
 */
export async function copySources(folder: string, more: readonly string[] = []): Promise<void> {
  for (const part of [...parts, ...more]) {
    const filter = (path: string) => !isOfOwnLanguage(path);
    await cp(join(projectRoot, part), join(folder, part), { recursive: true, filter });
  }
  for (const kind of await readdir(testContent)) {
    const place = join(folder, 'src/content', kind);
    await rm(place, { recursive: true, force: true });
    await cp(join(testContent, kind), place, { recursive: true });
  }
  for (const file of ['src/languages.config.ts', 'src/i18n/own-languages.ts']) {
    await cp(join(testSite, file), join(folder, file));
  }
  await symlink(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));
}

async function replacePosts(folder: string, content: Readonly<Record<string, string>>) {
  for (const place of texts) await rm(join(folder, place), { recursive: true, force: true });
  for (const [path, text] of Object.entries(content)) {
    const file = join(folder, 'src/content/blog', path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}

/** The content that a copy has, as the check receives it. */
export function contentOfCopy(): readonly ContentFile[] {
  const own = readContentFiles(testSite);
  const replaced = new Set(own.map(({ path }) => path.split('/').slice(0, 3).join('/')));
  const kept = readContentFiles(projectRoot).filter(
    ({ path }) => !isOfOwnLanguage(path) && !replaced.has(path.split('/').slice(0, 3).join('/')),
  );
  return [...kept, ...own];
}

/** Reads a built site. */
export async function readFiles(folder: string): Promise<BuiltSite> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    await Promise.all(
      paths.map(
        async (path): Promise<[string, Buffer]> => [
          `/${relative(folder, path).split(sep).join('/')}`,
          await readFile(path),
        ],
      ),
    ),
  );
}
