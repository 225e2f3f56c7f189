import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runSteps } from '../../runner/run-steps.ts';
import type { Step } from '../../runner/steps.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'steps-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function stepOf(name: string, script: string, more: Partial<Step> = {}): Step {
  return { name, about: 'a step', command: ['--eval', script], usesOneCore: true, ...more };
}

async function run(...steps: readonly Step[]) {
  const written: string[] = [];
  const results = await runSteps(steps, folder, (text) => written.push(text));
  return { written, results: results.map(({ seconds, tests, ...rest }) => rest) };
}

test('neighbours of one core each run at the same time, and their output keeps their order', async () => {
  const waits = `
    const { existsSync } = require('node:fs');
    const timer = setInterval(() => {
      if (!existsSync('second')) return;
      clearInterval(timer);
      console.log('first');
    }, 10)`;
  const writes = "require('node:fs').writeFileSync('second', ''); console.error('second')";
  const { written, results } = await run(stepOf('a', waits), stepOf('b', writes));
  expect(written).toEqual(['\n── a: a step\nfirst\n', '\n── b: a step\nsecond\n']);
  expect(results).toEqual([
    { name: 'a', passed: 1, failed: 0 },
    { name: 'b', passed: 1, failed: 0 },
  ]);
});

test('a preparation of several steps runs once, and all of them fail when it fails', async () => {
  const needs = ['--eval', "require('node:fs').appendFileSync('log', 'x'); process.exit(3)"];
  const writes = "require('node:fs').appendFileSync('log', 'y')";
  const [a, b] = [stepOf('a', writes, { needs }), stepOf('b', writes, { needs })];
  const { results } = await run(a, b);
  expect(results).toEqual([
    { name: 'a', passed: 0, failed: 1 },
    { name: 'b', passed: 0, failed: 1 },
  ]);
  const isOnce = stepOf('c', "process.exit(require('node:fs').readFileSync('log').length - 1)");
  expect((await run(isOnce)).results).toEqual([{ name: 'c', passed: 1, failed: 0 }]);
});

test('a report of an earlier run does not count', async () => {
  writeFileSync(
    join(folder, 'old.json'),
    '{"tests": [{"file": "a", "title": "a", "state": "passed"}]}',
  );
  const { results } = await run(stepOf('a', '', { report: 'old.json' }));
  expect(results).toEqual([{ name: 'a', passed: 0, failed: 1 }]);
});
