import { describe, expect, test } from 'vitest';
import { type SourceFile, sourceFiles } from './source-files.ts';

/** Longest file, in lines. */
const MAX_LINES = 400;

interface HouseRule {
  readonly rule: string;
  readonly files: RegExp;
  readonly isBroken: (file: SourceFile) => boolean;
  readonly breach: SourceFile;
}

// The words are put together, so that this file doesn't break its own rules.
const leftovers = new RegExp(
  `\\b(?:${['TO', 'FIX'].map((word) => `${word}${word === 'TO' ? 'DO' : 'ME'}`).join('|')})\\b`,
);
const partialRun = new RegExp(
  `\\b(?:test|it|describe)\\.(?:${['only', 'skip', 'todo'].join('|')})\\b`,
);

const rules: readonly HouseRule[] = [
  {
    rule: `no file has more than ${MAX_LINES} lines`,
    files: /\.(?:ts|tsx|mjs|cjs|astro|css)$/,
    isBroken: ({ text }) => text.trimEnd().split('\n').length > MAX_LINES,
    breach: { path: 'src/a.ts', text: 'a\n'.repeat(MAX_LINES + 1) },
  },
  {
    rule: 'nothing is left to be done later',
    files: /./,
    isBroken: ({ text }) => leftovers.test(text),
    breach: { path: 'src/a.ts', text: `// ${'TO'}${'DO'}: finish` },
  },
  {
    rule: 'no test is skipped and none runs alone',
    files: /^tests\/.*\.(?:test|spec)\.tsx?$/,
    isBroken: ({ text }) => partialRun.test(text),
    breach: { path: 'tests/a.test.ts', text: `test.${'skip'}('a', () => {});` },
  },
  {
    rule: 'every journey fails when a page violates its policy',
    files: /^tests\/e2e\/[^/]*\.spec\.ts$/,
    isBroken: ({ text }) => !text.includes("import { test } from './support/test.ts';"),
    breach: { path: 'tests/e2e/a.spec.ts', text: "import { test } from 'playwright/test';" },
  },
  {
    rule: 'no file names a folder of someone’s machine',
    files: /./,
    isBroken: ({ text }) => /(?:^|["'`\s(])\/(?:home|Users|root)\/\w/m.test(text),
    breach: { path: 'src/a.ts', text: `const a = '/${'home'}/ada/project';` },
  },
];

const files = ['src', 'functions', 'infra', 'tests', 'docs'].flatMap((folder) =>
  sourceFiles(folder, ['.ts', '.tsx', '.mjs', '.cjs', '.astro', '.css', '.md']),
);

function isBreach({ files: concerned, isBroken }: HouseRule, file: SourceFile): boolean {
  return concerned.test(file.path) && isBroken(file);
}

describe.each(rules)('$rule', (rule) => {
  test('holds everywhere', () => {
    expect(files.filter((file) => isBreach(rule, file)).map(({ path }) => path)).toEqual([]);
  });

  test('is broken by a file that breaks it', () => {
    expect(isBreach(rule, rule.breach)).toBe(true);
  });
});
