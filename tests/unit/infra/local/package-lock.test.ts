import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      integrity: z.optional(z.string()),
      inBundle: z.optional(z.boolean()),
      optionalDependencies: z.optional(z.record(z.string(), z.string())),
    }),
  ),
});

const url = new URL('../../../../package-lock.json', import.meta.url);
const { packages } = lockSchema.parse(JSON.parse(readFileSync(url, 'utf8')));
const { overrides } = z
  .object({ overrides: z.record(z.string(), z.unknown()) })
  .parse(JSON.parse(readFileSync(new URL('package.json', url), 'utf8')));

// npm leaves out the packages of other platforms when a registry lacks one of them or when it
// installs over an existing node_modules. `npm ci` then refuses the lock file, on every platform.
it('package-lock.json has an entry for every optional package of every platform', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !(`${path}/node_modules/${name}` in packages) && !isAbove(packages, path, name),
    ),
  );
  expect(missing).toEqual([]);
});

// npm 9.2, which Debian 13 has, takes the i18next of astro-i18next for a package that the lock file
// lacks when the override stands below astro-i18next, and refuses to install anything.
it('package.json names the one i18next for all packages', () => {
  expect(overrides).toMatchObject({ i18next: '$i18next' });
  expect(overrides['astro-i18next']).not.toHaveProperty('i18next');
});

/**
 * Programs for other platforms that the registry lacked when the file was written. npm checks them
 * against the registry's own hash only. `npm install` with a registry that has them adds the hashes.
 */
const withoutHash = [
  ...['android-arm64', 'darwin-arm64', 'darwin-x64', 'linux-arm64-gnu', 'linux-arm64-musl']
    .concat(['wasm32-wasi', 'win32-arm64-msvc', 'win32-x64-msvc'])
    .map((platform) => `@astrojs/compiler-binding-${platform}`),
  ...['android-arm64', 'android-x64', 'darwin-arm64', 'darwin-x64']
    .concat(['linux-arm64-musl', 'linux-x64-musl', 'win32-arm64', 'win32-x64'])
    .map((platform) => `@biomejs/cli-${platform}`),
  ...['android-arm64', 'darwin-arm64', 'darwin-x64', 'freebsd-x64', 'linux-arm-gnueabihf']
    .concat(['wasm32-wasi', 'win32-arm64-msvc', 'win32-x64-msvc'])
    .map((platform) => `@tailwindcss/oxide-${platform}`),
];

it('package-lock.json has a hash of every package but those that the registry lacked', () => {
  const unhashed = Object.entries(packages)
    .filter(([path, { integrity, inBundle }]) => path !== '' && !integrity && !inBundle)
    .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length));
  expect(unhashed.toSorted()).toEqual(withoutHash.toSorted());
});

/** Whether one of the folders above a package brings another, as Node looks for it. */
function isAbove(packages: object, path: string, name: string): boolean {
  const parents = path.split('/node_modules/');
  return parents.some((_parent, depth) => {
    const above = parents.slice(0, depth).join('/node_modules/');
    return `${above === '' ? '' : `${above}/`}node_modules/${name}` in packages;
  });
}
