import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as z from 'zod/mini';

/**
 * Packages that cannot become a part of one file: programs for one kind of machine, and WebAssembly
 * and fonts that they read from their own folder. Only flows use them.
 */
export const externalPackages = [
  'sharp',
  'satteri',
  'harfbuzzjs',
  '@resvg/resvg-wasm',
  'woff2-encoder',
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
 * The package.json of a function with external packages, in the versions of our lock file. The hash
 * of the function's code covers it, so it is always written, installed packages or not.
 */
export function manifestFor(packages: ReadonlySet<ExternalPackage>): string {
  const lock = lockSchema.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));
  const versions = [...packages].toSorted().map((name) => {
    const version = lock.packages[`node_modules/${name}`]?.version;
    if (typeof version !== 'string') throw new TypeError(`package-lock.json has no ${name}.`);
    return [name, version];
  });
  return JSON.stringify({
    type: 'module',
    imports: { '#fonts/*': './fonts/*' },
    dependencies: Object.fromEntries(versions),
  });
}

/** Writes the package.json and the fonts of a function with external packages beside its code. */
export async function writeManifest(folder: string, manifest: string): Promise<void> {
  await writeFile(join(folder, 'package.json'), manifest);
  await cp(join(root, 'src', 'prerender', 'social-cards', 'fonts'), join(folder, 'fonts'), {
    recursive: true,
  });
}

/** Installs the external packages for Lambda's machines. It needs a network. */
export async function installPackages(folder: string): Promise<void> {
  const target = ['--os=linux', '--cpu=arm64', '--libc=glibc'];
  const quiet = ['--omit=dev', '--no-audit', '--no-fund', '--no-package-lock', '--ignore-scripts'];
  await promisify(execFile)('npm', ['install', ...target, ...quiet], {
    cwd: folder,
    timeout: INSTALL_TIMEOUT_MS,
  });
}
