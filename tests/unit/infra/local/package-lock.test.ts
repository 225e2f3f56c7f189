import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({ optionalDependencies: z.optional(z.record(z.string(), z.string())) }),
  ),
});

// npm leaves out the packages of other platforms when a registry lacks one of them or when it
// installs over an existing node_modules. `npm ci` then refuses the lock file, on every platform.
it('package-lock.json has an entry for every optional package of every platform', () => {
  const url = new URL('../../../../package-lock.json', import.meta.url);
  const { packages } = lockSchema.parse(JSON.parse(readFileSync(url, 'utf8')));
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !(`${path}/node_modules/${name}` in packages) && !isAbove(packages, path, name),
    ),
  );
  expect(missing).toEqual([]);
});

/** Whether one of the folders above a package brings another, as Node looks for it. */
function isAbove(packages: object, path: string, name: string): boolean {
  const parents = path.split('/node_modules/');
  return parents.some((_parent, depth) => {
    const above = parents.slice(0, depth).join('/node_modules/');
    return `${above === '' ? '' : `${above}/`}node_modules/${name}` in packages;
  });
}
