import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as z from 'zod/mini';

/**
 * Packages that cannot become a part of one file: programs for one kind of machine, WebAssembly and
 * fonts that they read from their own folder, and the pool, which starts a file of its own. The SDK of
 * MCP stays whole, or each run would load the parts of Zod that the SDK needs. Only the function that
 * runs flows uses them.
 */
export const externalPackages = [
  '@modelcontextprotocol/server',
  'tinypool',
  'sharp',
  'libheif-js',
  'satteri',
  'harfbuzzjs',
  '@resvg/resvg-wasm',
  'woff2-encoder',
  '@fontsource-variable/noto-serif-hk',
  '@fontsource-variable/noto-serif-jp',
  '@fontsource-variable/noto-serif-kr',
  '@fontsource-variable/noto-serif-sc',
  '@fontsource-variable/source-serif-4',
] as const;

export type ExternalPackage = (typeof externalPackages)[number];

/** The external package that a specifier names; `undefined` for any other. */
export function externalPackageOf(specifier: string): ExternalPackage | undefined {
  return externalPackages.find((name) => specifier === name || specifier.startsWith(`${name}/`));
}

const INSTALL_TIMEOUT_MS = 5 * 60_000;

const root = fileURLToPath(new URL('../..', import.meta.url));

const lockSchema = z.object({ packages: z.record(z.string(), z.looseObject({})) });

/**
 * The files beside the code of a function with external packages. They are a package.json with the
 * versions of our lock file, that lock file, and the files that code finds by `#`. The hash of the
 * function's code covers them.
 */
export function filesBeside(
  packages: ReadonlySet<ExternalPackage>,
): ReadonlyMap<string, string | Uint8Array> {
  if (packages.size === 0) return new Map();
  const lockText = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const lock = lockSchema.parse(JSON.parse(lockText));
  const versions = [...packages].toSorted().map((name) => {
    const version = lock.packages[`node_modules/${name}`]?.version;
    if (typeof version !== 'string') throw new TypeError(`package-lock.json has no ${name}.`);
    return [name, version];
  });
  const manifest = {
    type: 'module',
    imports: Object.fromEntries(Object.keys(beside).map((name) => [`#${name}/*`, `./${name}/*`])),
    dependencies: Object.fromEntries(versions),
  };
  return new Map<string, string | Uint8Array>([
    ['package.json', JSON.stringify(manifest)],
    ['package-lock.json', lockText],
    ...Object.entries(beside).flatMap(([name, folder]) => filesIn(name, join(root, folder))),
  ]);
}

/** The folders that the code of flows reads files from, by the names under which it finds them. */
const beside = {
  cmaps: 'functions/flows/documents/cmaps',
  fonts: 'src/prerender/social-cards/fonts',
} as const;

function filesIn(name: string, folder: string): (readonly [string, Uint8Array])[] {
  const files = readdirSync(folder).toSorted();
  return files.map((file) => [join(name, file), readFileSync(join(folder, file))] as const);
}

/** Installs the external packages for Lambda's machines, in what our lock file says. */
export async function installPackages(folder: string): Promise<void> {
  await lockPackages(folder);
  await npm(folder, 'ci');
}

/** Reduces the lock file to what the package.json needs; without a network npm cannot choose anew. */
export function lockPackages(folder: string): Promise<void> {
  return npm(folder, 'install', '--package-lock-only', '--offline');
}

async function npm(cwd: string, ...command: readonly string[]): Promise<void> {
  const target = ['--os=linux', '--cpu=arm64', '--libc=glibc'];
  const quiet = ['--omit=dev', '--no-audit', '--no-fund', '--ignore-scripts'];
  await promisify(execFile)('npm', [...command, ...target, ...quiet], {
    cwd,
    timeout: INSTALL_TIMEOUT_MS,
    // On Windows npm is a script of the shell.
    shell: process.platform === 'win32',
  });
}
