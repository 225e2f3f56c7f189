import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { topNames } from '../../../tidy/source-files.ts';

/** The names that may lie at the top, each with its reason. */
const top: Readonly<Record<string, string>> = {
  src: 'the site',
  functions: 'the server',
  public: 'files that the site copies as they are',
  infra: 'the ways to run it',
  tests: 'the tests',
  docs: 'a folder beyond those of the design',
  clients: 'packages for programs that call the API',
  findings: 'what surprised us in software of others, a script each',
  'astro.config.mjs': 'Astro looks for it here',
  'tailwind.config.cjs': 'the design places it here; the style sheet loads it by its path',
  'package.json': 'npm looks for it here',
  'package-lock.json': 'npm writes it here',
  'tsconfig.json': 'TypeScript, Astro and editors look for it here',
  'biome.json': 'Biome and editors look for it here',
  'README.md': 'where everybody begins',
  LICENSE: 'where everybody looks for it',
  '.github': 'GitHub looks for workflows here',
  '.ci': 'what continuous integration runs, by its name',
  '.git': 'Git',
  '.gitignore': 'Git: what below is not looked at',
  '.idea': 'an editor of whoever works here',
  '.vscode': 'an editor of whoever works here',
  '.DS_Store': 'a file manager of whoever works here',
};

const ignored = readFileSync(new URL('../../../../.gitignore', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => line.replace(/\/$/, '').replaceAll('.', '\\.').replaceAll('*', '.*'))
  .map((pattern) => new RegExp(`^${pattern}$`));

function isOutOfPlace(name: string): boolean {
  return !(name in top) && !ignored.some((pattern) => pattern.test(name));
}

describe('the top of the project', () => {
  test('holds the listed files and nothing else', () => {
    expect(topNames().filter(isOutOfPlace)).toEqual([]);
  });
});
