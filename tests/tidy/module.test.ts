import { describe, expect, test } from 'vitest';
import { moduleOf } from './module.ts';

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
    ["process['env'].A", ['process.env', 'process']],
    ['globalThis.process.env.A', ['process.env', 'process']],
    ['const { env } = process;', ['process.env', 'process']],
    ['const { env: a } = globalThis.process;', ['process.env', 'process']],
    ["import { env } from 'node:process';", ['process.env']],
    ["import { env as a } from 'process';", ['process.env']],
    ["import a from 'node:process';", ['process.env']],
    ["import * as a from 'node:process';", ['process.env']],
    ["import { exit } from 'node:process';", []],
    ['a.env', []],
    ['process.exit()', ['process']],
    ['for await (const a of b) {}', ['await']],
    ['// await process.env', []],
  ])('%s uses %j', (text, uses) => {
    expect(moduleOf({ path: 'src/x/a.ts', text }).uses).toEqual(uses);
  });
});
