import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as z from 'zod/mini';

/**
 * Packages that cannot become a part of one file: programs for one kind of machine, WebAssembly and
 * fonts that they look for beside themselves. Only flows use them.
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

/** The package that a specifier is of, if it is one that is kept. */
export function externalPackageOf(specifier: string): ExternalPackage | undefined {
  return externalPackages.find((name) => specifier === name || specifier.startsWith(`${name}/`));
}

const INSTALL_TIMEOUT_MS = 5 * 60_000;

const root = fileURLToPath(new URL('../..', import.meta.url));

const lockSchema = z.object({ packages: z.record(z.string(), z.looseObject({})) });

/**
 * The package.json of a function that keeps packages: the very versions of our lock file. By it the
 * function's code is told apart from an older one, so it stands beside the code before anything is
 * installed.
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

/** What names a function's code: itself, and the packages that are installed beside it. */
export function codeHash(code: Uint8Array, manifest: string): string {
  return createHash('sha256').update(code).update(manifest).digest('hex');
}

/** Writes what a function with kept packages finds beside its code, without the packages. */
export async function writeManifest(folder: string, manifest: string): Promise<void> {
  await writeFile(join(folder, 'package.json'), manifest);
  await cp(join(root, 'src', 'prerender', 'social-cards', 'fonts'), join(folder, 'fonts'), {
    recursive: true,
  });
}

/** Installs the kept packages for Lambda's machines, whatever machine this is. It needs a network. */
export async function installPackages(folder: string): Promise<void> {
  const target = ['--os=linux', '--cpu=arm64', '--libc=glibc'];
  const quiet = ['--omit=dev', '--no-audit', '--no-fund', '--no-package-lock', '--ignore-scripts'];
  await promisify(execFile)('npm', ['install', ...target, ...quiet], {
    cwd: folder,
    timeout: INSTALL_TIMEOUT_MS,
  });
}
