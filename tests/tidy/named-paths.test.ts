import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { ownFiles } from '../../infra/local/adopt/own-files.ts';
import { readme } from '../../infra/local/adopt/readme.ts';
import { type SourceFile, sourceFiles } from './source-files.ts';

/** Paths of the project begin with one of its folders; `{en,zh}`, `<slug>` and `*` stand for many. */
const projectPath = /^(?:src|functions|infra|public|tests|docs)\/[\w@./[\]-]*$/;

/** The paths that a document names: in backticks, and as targets of links within the project. */
function namedPaths({ path, text }: SourceFile): string[] {
  const prose = text.replace(/^```[\s\S]*?^```/gm, '');
  const quoted = [...prose.matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? '');
  const linked = [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map((match) => (match[1] ?? '').split('#', 1)[0] ?? '')
    .filter((target) => target !== '' && !/^[a-z]+:/.test(target))
    .map((target) => posix.join(posix.dirname(path), target));
  return [...quoted.filter((name) => projectPath.test(name)), ...linked];
}

/** An adopter may have no tags and no posts, and so none of their folders. */
const isOwn = (name: string) => ownFiles.some((own) => own === name);

function missingPaths(document: SourceFile): string[] {
  return namedPaths(document)
    .filter((name) => !isOwn(name) && !existsSync(new URL(`../../${name}`, import.meta.url)))
    .map((name) => `${document.path}: ${name}`);
}

/** Ours, and the README that adopters begin with; the README at the top is their own. */
const documents = [
  { path: 'README.md', text: readme({ name: 'A', domain: 'example.com' }) },
  ...sourceFiles('docs', ['.md']),
];

test('every path that the documents name exists', () => {
  expect(documents.flatMap(missingPaths)).toEqual([]);
});

function scriptsOf(manifest: string): Readonly<Record<string, string>> {
  const text = readFileSync(new URL(`../../${manifest}`, import.meta.url), 'utf8');
  const schema = z.object({ scripts: z.record(z.string(), z.string()) });
  return schema.parse(JSON.parse(text)).scripts;
}

const scripts = scriptsOf('package.json');
const allScripts = { ...scripts, ...scriptsOf('tests/lab/package.json') };

/** The commands in the text of a document, by their names in package.json. */
function namedScripts({ text }: SourceFile): string[] {
  const commands = [...text.matchAll(/\bnpm (?:run ([\w:-]+)|(start|test)\b)/g)];
  return commands.map((match) => match[1] ?? match[2] ?? '');
}

test('every command that the documents name is a script of package.json or of the lab', () => {
  const named = documents.flatMap(namedScripts);
  expect(named).toContain('screenshots');
  expect(named.filter((name) => !(name in allScripts))).toEqual([]);
});

test('every script runs in any shell: a program and its arguments, without syntax of POSIX', () => {
  const isPortable = (script: string) =>
    /^(?:node|astro|biome|playwright|vitest)(?: (?:--[a-z-]+=)?[\w./:-]+)*$/.test(script);
  expect(Object.values(scripts).filter((script) => !isPortable(script))).toEqual([]);
  for (const script of ['exec node a.ts', 'env A=1 node a.ts', 'A=1 node a.ts', 'node a.ts; ls']) {
    expect(isPortable(script)).toBe(false);
  }
});

test('all documents are read, and paths are found in them', () => {
  const found = documents.filter((document) => namedPaths(document).length > 0);
  expect(found.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['README.md', 'docs/architecture.md', 'docs/security.md']),
  );
});

describe('a document', () => {
  test.each([
    ['`src/contract/routes.ts` and `functions/`', ['src/contract/routes.ts', 'functions/']],
    ['[security](security.md#threats)', ['docs/security.md']],
    ['[here](#threats), [there](https://example.com/docs/a.md)', []],
    ['![home](../docs/screenshots/home.png)', ['docs/screenshots/home.png']],
    ['`src/content/blog/{en,zh}/<slug>.md`, `npm test`, `tests/**/*.ts`', []],
    ['```sh\ncat `src/a.ts`\n```', []],
  ])('%s names %j', (text, expected) => {
    expect(namedPaths({ path: 'docs/a.md', text })).toEqual(expected);
  });

  test('names the scripts of its commands', () => {
    const text = '`npm start`, `npm run check:content -- --json`, `npm ci`, npm runs on';
    expect(namedScripts({ path: 'docs/a.md', text })).toEqual(['start', 'check:content']);
  });

  test('with the name of a removed file is found', () => {
    const text = '`src/gone.ts`, `src/site.config.ts` and [this](gone.md)';
    expect(missingPaths({ path: 'docs/a.md', text })).toEqual([
      'docs/a.md: src/gone.ts',
      'docs/a.md: docs/gone.md',
    ]);
  });
});
