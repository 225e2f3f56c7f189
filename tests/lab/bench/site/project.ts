import { cp, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { projectRoot } from '../../../support/site-copy.ts';
import type { Program } from '../programs.ts';

const posts = 'src/content/blog';

/** Writes an Astro project with the site's own posts and packages into a new folder. */
export async function writeProject(
  folder: string,
  files: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  await cp(join(projectRoot, posts), join(folder, posts), { recursive: true });
  // Astro and Vite cache data of a project in the folder of packages, so each is linked by itself.
  const packages = join(projectRoot, 'node_modules');
  await mkdir(join(folder, 'node_modules'));
  for (const name of (await readdir(packages)).filter((one) => !one.startsWith('.'))) {
    await symlink(join(packages, name), join(folder, 'node_modules', name));
  }
}

/**
 * The command that builds an Astro project. Astro has Node keep what it compiled. That stands in the
 * project's own folder here, so that a first build finds nothing of an earlier one.
 * Source: Node's documentation, "Module compile cache".
 */
export function buildOf(folder: string, variables: Program['variables'] = {}): Program {
  const own = {
    PATH: process.env.PATH,
    ASTRO_TELEMETRY_DISABLED: '1',
    NODE_COMPILE_CACHE: join(folder, 'node_modules/.astro/compiled'),
  };
  const args = [join(folder, 'node_modules/astro/bin/astro.mjs'), 'build'];
  return { args, folder, variables: { ...own, ...variables } };
}
