import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { sourceFiles, topNames } from './source-files.ts';

/** A rule about the files of a folder, with a file that breaks it. */
interface FolderRule {
  readonly rule: string;
  readonly files: RegExp;
  readonly allows: RegExp;
  readonly breach: string;
}

const rules: readonly FolderRule[] = [
  {
    rule: 'layouts and components are .astro files, which ship no JavaScript',
    files: /^src\/(?:layouts|components)\//,
    allows: /\.astro$/,
    breach: 'src/components/Button.tsx',
  },
  {
    rule: 'React is written in islands only',
    files: /\.[jt]sx$/,
    allows: /^src\/islands\/|^tests\//,
    breach: 'src/client/state/session.tsx',
  },
  {
    rule: 'a page is an .astro file, or a .ts file for what is no page of HTML',
    files: /^src\/pages\//,
    allows: /(?:\.astro|\.\w+\.ts)$/,
    breach: 'src/pages/prices.ts',
  },
  {
    rule: 'infra/server/ is configuration, which imports nothing',
    files: /^infra\/server\//,
    allows: /(?:\/(?:Caddyfile|Dockerfile)|\.(?:dockerignore|env|service|sh|timer|yaml))$/,
    breach: 'infra/server/start.ts',
  },
  {
    rule: 'nothing lies in a folder of helpers that have no name',
    files: /^(?:src|functions|infra|tests)\//,
    allows: /^(?!.*(?:^|\/)(?:utils?|helpers?|common|misc|lib)(?:\/|\.\w+$))/,
    breach: 'functions/http/utils.ts',
  },
];

const paths = ['src', 'functions', 'infra', 'tests'].flatMap((folder) =>
  sourceFiles(folder, ['']).map(({ path }) => path),
);

function isBreach({ files, allows }: FolderRule, path: string): boolean {
  return files.test(path) && !allows.test(path);
}

describe.each(rules)('$rule', (rule) => {
  test('holds everywhere', () => {
    expect(paths.filter((path) => isBreach(rule, path))).toEqual([]);
  });

  test('is broken by a file that breaks it', () => {
    expect(isBreach(rule, rule.breach)).toBe(true);
  });
});

/** The names that may lie at the top, each with its reason. */
const top: Readonly<Record<string, string>> = {
  src: 'the site',
  functions: 'the server',
  public: 'files that the site copies as they are',
  infra: 'the ways to run it',
  tests: 'the tests',
  docs: 'a folder beyond those of the design',
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

const ignored = readFileSync(new URL('../../.gitignore', import.meta.url), 'utf8')
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

  test.each(['scripts', 'vite.config.ts', 'node_modules.json', 'utils.ts', '.env'])(
    'has no place for %s',
    (name) => {
      expect(isOutOfPlace(name)).toBe(true);
    },
  );

  test.each(['node_modules', '.data', '.data-2', 'dist', 'npm-debug.log'])(
    'ignores %s, as Git does',
    (name) => {
      expect(isOutOfPlace(name)).toBe(false);
    },
  );
});
