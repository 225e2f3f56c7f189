import { describe, expect, test } from 'vitest';
import { type Module, moduleOf, type Use } from './module.ts';
import { sourceFiles } from './source-files.ts';

/** A rule of `docs/architecture.md`, with a file that breaks it: a rule that can't fail is none. */
interface Rule {
  readonly rule: string;
  /** The files that the rule is for. */
  readonly files: RegExp;
  readonly except?: RegExp;
  /** Whether a file may not import something; both are paths from the project's folder. */
  readonly forbids?: (target: string, path: string) => boolean;
  readonly forbidsUse?: readonly Use[];
  readonly breach: { readonly path: string; readonly text: string };
}

/** The rooms of the site that run code, in the order in which they may import one another. */
const order = ['pages', 'layouts', 'components', 'islands', 'hydration', 'state', 'auth', 'api'];

function roomOf(path: string): number {
  return order.indexOf(/^src\/(\w+)\//.exec(path)?.[1] ?? '');
}

function folderOf(path: string, parent: string): string | undefined {
  return path.startsWith(parent) ? path.slice(parent.length).split('/', 2)[0] : undefined;
}

/** Whether both lie in different folders below a parent. */
function isNeighbour(target: string, path: string, parent: string): boolean {
  const other = folderOf(target, parent);
  return other !== undefined && other !== folderOf(path, parent);
}

function isProject(target: string): boolean {
  return /^(?:src|functions|infra|tests)\//.test(target);
}

function isOfPackage(target: string, ...packages: readonly string[]): boolean {
  return packages.some((name) => target === name || target.startsWith(`${name}/`));
}

/** A rule that a package is imported in one room only. */
function onlyIn(room: string, ...packages: readonly string[]): Rule {
  return {
    rule: `only ${room} imports ${packages.join(', ')}`,
    files: /./,
    except: new RegExp(`^${room}`),
    forbids: (target) => isOfPackage(target, ...packages),
    breach: { path: 'src/islands/a.tsx', text: `import a from '${packages[0]}/deep';` },
  };
}

const rules: readonly Rule[] = [
  {
    rule: 'the site imports neither the server nor the infrastructure nor tests',
    files: /^src\//,
    forbids: (target) => /^(?:functions|infra|tests)\//.test(target),
    breach: { path: 'src/state/a.ts', text: "import type { A } from '../../functions/env.ts';" },
  },
  {
    rule: 'the rooms of the site import only those after them: pages, layouts … auth, api',
    files: /^src\//,
    forbids: (target, path) => roomOf(target) >= 0 && roomOf(target) < roomOf(path),
    breach: { path: 'src/api/a.ts', text: "export { a } from '../state/session.ts';" },
  },
  {
    rule: 'the dictionaries and the contract import no room of the site',
    files: /^src\/(?:i18n|contract)\//,
    forbids: (target) => roomOf(target) >= 0,
    breach: { path: 'src/i18n/a.ts', text: "const a = await import('../state/language.ts');" },
  },
  {
    rule: 'an island imports no neighbour',
    files: /^src\/islands\/[^/]+\//,
    forbids: (target, path) =>
      /^src\/islands\/[^/]+\//.test(target) && isNeighbour(target, path, 'src/islands/'),
    breach: { path: 'src/islands/blog/A.tsx', text: "import { A } from '../account/Account.tsx';" },
  },
  {
    rule: 'layouts and components are Astro: they import no React',
    files: /^src\/(?:pages|layouts|components)\//,
    forbids: (target) => isOfPackage(target, 'react', 'react-dom', 'jotai'),
    breach: {
      path: 'src/components/A.astro',
      text: "---\nimport { useState } from 'react';\n---\n",
    },
  },
  {
    rule: 'the contract imports the schema library and itself',
    files: /^src\/contract\//,
    forbids: (target) => !/^(?:src\/contract\/|zod\/mini$)/.test(target),
    breach: { path: 'src/contract/a.ts', text: "import { site } from '../site.config.ts';" },
  },
  {
    rule: 'the schema library is imported in its small form',
    files: /./,
    forbids: (target) => target === 'zod',
    breach: { path: 'src/contract/a.ts', text: "import * as z from 'zod';" },
  },
  {
    rule: 'only src/api fetches in the site',
    files: /^src\//,
    except: /^src\/api\//,
    forbidsUse: ['fetch()'],
    breach: {
      path: 'src/layouts/A.astro',
      text: "---\n---\n<script>window.fetch('/api/auth/me');</script>",
    },
  },
  {
    rule: 'of the site, the server imports the contract and site.config',
    files: /^functions\//,
    forbids: (target) => /^(?:src\/(?!contract\/|site\.config\.ts$)|infra\/|tests\/)/.test(target),
    breach: {
      path: 'functions/auth/a.ts',
      text: "import { a } from '../../src/state/session.ts';",
    },
  },
  {
    rule: 'the domain imports itself, the contract and the hash functions of Node',
    files: /^functions\/domain\//,
    forbids: (target) => !/^(?:functions\/domain\/|src\/contract\/|node:crypto$)/.test(target),
    breach: { path: 'functions/domain/a.ts', text: "import { a } from '../http/handler.ts';" },
  },
  {
    rule: 'the domain neither waits nor knows a clock, randomness or the process',
    files: /^functions\/domain\//,
    forbidsUse: ['await', 'Date.now', 'Math.random', 'new Date()', 'process'],
    breach: { path: 'functions/domain/a.ts', text: 'export const a = () => new Date();' },
  },
  {
    rule: 'an adapter imports of the server itself and the domain',
    files: /^functions\/adapters\//,
    forbids: (target, path) =>
      isNeighbour(target, path, 'functions/adapters/') ||
      /^functions\/(?!adapters\/|domain\/)/.test(target),
    breach: {
      path: 'functions/adapters/stripe/a.ts',
      text: "import { database } from '../postgres/database.ts';",
    },
  },
  {
    rule: 'http imports of the server itself, the domain, env, and what tells an unavailable database',
    files: /^functions\/http\//,
    forbids: (target) =>
      /^functions\/(?!http\/|domain\/|env\.ts$|adapters\/postgres\/unavailable\.ts$)/.test(target),
    breach: {
      path: 'functions/http/a.ts',
      text: "import { sessionStore } from '../adapters/postgres/session-store.ts';",
    },
  },
  {
    rule: 'env imports nothing of the project',
    files: /^functions\/env\.ts$/,
    forbids: isProject,
    breach: { path: 'functions/env.ts', text: "import { site } from '../src/site.config.ts';" },
  },
  {
    rule: 'a handler imports no other handler, and gets its settings from the wrapper',
    files: /^functions\/(?!domain\/|adapters\/|http\/|env\.ts$)/,
    forbids: (target) => /^functions\/(?!domain\/|adapters\/|http\/)/.test(target),
    breach: { path: 'functions/auth/a.ts', text: "import { saveUser } from '../user/save.ts';" },
  },
  {
    rule: 'the server runs on AWS and here alike: it imports nothing of AWS but types',
    files: /^functions\//,
    forbids: (target) => isOfPackage(target, 'aws-sdk', '@aws-sdk'),
    breach: { path: 'functions/auth/a.ts', text: "import { S3 } from '@aws-sdk/client-s3';" },
  },
  {
    rule: 'the cloud names handlers by file and imports none',
    files: /^infra\/aws\//,
    forbids: (target) => /^functions\//.test(target),
    breach: { path: 'infra/aws/a.ts', text: "import { a } from '../../functions/auth/me.ts';" },
  },
  {
    rule: 'only two files read the environment',
    files: /\.(?:ts|tsx|astro)$/,
    except: /^(?:functions\/env|infra\/local\/settings)\.ts$/,
    forbidsUse: ['process.env'],
    breach: { path: 'infra/local/a.ts', text: 'export const port = process.env.PORT;' },
  },
  {
    rule: 'a relative import names its file with its ending',
    files: /./,
    forbids: (target) => isProject(target) && !/\.\w+$/.test(target),
    breach: { path: 'functions/http/a.ts', text: "import { a } from './handler';" },
  },
  onlyIn('src/auth/', '@auth0/auth0-spa-js'),
  onlyIn('src/i18n/', 'i18next', 'astro-i18next'),
  onlyIn('functions/adapters/oidc/', 'jose'),
  onlyIn('functions/adapters/postgres/', 'pg', 'kysely', '@electric-sql/pglite', 'uuid'),
  onlyIn('infra/local/identity-provider', 'oidc-provider'),
];

const endings = ['.ts', '.tsx', '.mjs', '.cjs', '.astro'];
const modules = ['src', 'functions', 'infra']
  .flatMap((folder) => sourceFiles(folder, endings))
  .map(moduleOf);

function breachesOf({ files, except, forbids, forbidsUse }: Rule, module: Module): string[] {
  const { path, imports, uses } = module;
  if (!files.test(path) || except?.test(path)) return [];
  const imported = imports.filter((target) => forbids?.(target, path));
  const used = uses.filter((use) => forbidsUse?.includes(use));
  return [...imported, ...used].map((what) => `${path}: ${what}`);
}

describe.each(rules)('$rule', (rule) => {
  test('holds everywhere', () => {
    expect(modules.flatMap((module) => breachesOf(rule, module))).toEqual([]);
  });

  test('is broken by a file that breaks it', () => {
    expect(breachesOf(rule, moduleOf(rule.breach))).toHaveLength(1);
  });
});

test('all rooms are read', () => {
  const rooms = new Set(modules.map(({ path }) => path.split('/').slice(0, 2).join('/')));
  for (const room of ['src/contract', 'src/pages', 'functions/domain', 'functions/http']) {
    expect(rooms).toContain(room);
  }
});

describe('reading a file', () => {
  test.each([
    ["import a from './b.ts';", ['src/x/b.ts']],
    ["import '../y/b.css';", ['src/y/b.css']],
    ["import type { A } from '@scope/name/deep/file';", ['@scope/name/deep/file']],
    ["export * from 'name/deep';", ['name/deep']],
    ["const a = await import('node:fs');", ['node:fs']],
    ["const a = require('./b.cjs');", ['src/x/b.cjs']],
    ["let a: import('./b.ts').B;", ['src/x/b.ts']],
    ["import a from './b.svg?raw';", ['src/x/b.svg']],
    ["// import a from './b.ts';\nconst a = \"import b from 'c'\";", []],
  ])('%s imports %j', (text, imports) => {
    expect(moduleOf({ path: 'src/x/a.ts', text }).imports).toEqual(imports);
  });

  test('finds what front matter and scripts of an Astro file import', () => {
    const text = `---\nimport A from './A.astro';\n---\n<p>import x from 'y'</p>\n<script>\nimport { b } from './b.ts';\n</script>`;
    expect(moduleOf({ path: 'src/x/a.astro', text }).imports).toEqual([
      'src/x/A.astro',
      'src/x/b.ts',
    ]);
  });

  test.each([
    ['fetch(a)', ['fetch()']],
    ['globalThis.fetch(a)', ['fetch()']],
    ['store.fetch(a)', []],
    ['new Date()', ['new Date()']],
    ['new Date(0)', []],
    ['Date.now()', ['Date.now']],
    ['Math.random()', ['Math.random']],
    ['process.env.A', ['process.env', 'process']],
    ['for await (const a of b) {}', ['await']],
    ['// await process.env', []],
  ])('%s uses %j', (text, uses) => {
    expect(moduleOf({ path: 'src/x/a.ts', text }).uses).toEqual(uses);
  });
});
