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

// A package that lies within another one has no file of its own that could have a hash.
it('package-lock.json has a hash of every package that is installed by itself', () => {
  const unhashed = Object.entries(packages)
    .filter(([path, { inBundle }]) => path !== '' && !inBundle)
    .filter(([, { integrity = '' }]) => !/^sha512-[\w+/]{86}==$/.test(integrity));
  expect(unhashed.map(([path]) => path)).toEqual([]);
});

/** Whether one of the folders above a package brings another, as Node looks for it. */
function isAbove(packages: object, path: string, name: string): boolean {
  const parents = path.split('/node_modules/');
  return parents.some((_parent, depth) => {
    const above = parents.slice(0, depth).join('/node_modules/');
    return `${above === '' ? '' : `${above}/`}node_modules/${name}` in packages;
  });
}
