import { cp, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { projectRoot } from '../../support/site-copy.ts';
import type { Program } from '../child.ts';
import { bareBlog } from './bare-blog.ts';

const posts = 'src/content/blog';

/** Writes the bare blog into an empty folder, with the site's own posts. */
export async function writeBareBlog(folder: string): Promise<void> {
  for (const [path, text] of Object.entries(bareBlog)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  await cp(join(projectRoot, posts), join(folder, posts), { recursive: true });
  await linkPackages(folder);
}

/** The command that builds an Astro project. */
export function buildOf(folder: string, variables: Program['variables'] = {}): Program {
  return {
    args: [join(folder, 'node_modules/astro/bin/astro.mjs'), 'build'],
    folder,
    variables: { PATH: process.env.PATH, ASTRO_TELEMETRY_DISABLED: '1', ...variables },
  };
}

/** Links each package and not their folder, in which Astro and Vite keep what they know of a project. */
async function linkPackages(folder: string): Promise<void> {
  const from = join(projectRoot, 'node_modules');
  await mkdir(join(folder, 'node_modules'));
  for (const name of await readdir(from)) {
    if (!name.startsWith('.')) await symlink(join(from, name), join(folder, 'node_modules', name));
  }
}
