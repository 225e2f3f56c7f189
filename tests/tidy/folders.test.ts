import { describe, expect, test } from 'vitest';
import { sourceFiles } from './source-files.ts';

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
