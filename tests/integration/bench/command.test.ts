import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { projectRoot } from '../../support/site-copy.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bench-test-'));
  await mkdir(join(folder, 'tmp'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function bench(...args: string[]) {
  return promisify(execFile)(process.execPath, ['tests/bench/run.ts', ...args], {
    cwd: projectRoot,
    env: { ...process.env, TMPDIR: join(folder, 'tmp') },
  });
}

test('options that make no sense end with 2 and a sentence, without a stack', async () => {
  await expect(bench('site', '--runs', 'often')).rejects.toMatchObject({
    code: 2,
    stdout: '',
    stderr: '--runs has often; write a whole number from 1 to 20.\n',
  });
});

test('a bench prints its tables, writes its figures and leaves nothing behind', async () => {
  const json = join(folder, 'figures.json');
  const { stdout } = await bench('flows', '--runs', '1', '--json', json);
  expect(stdout).toMatch(/^\| social card, drawn again +\| \d/m);
  const report: unknown = JSON.parse(await readFile(json, 'utf8'));
  const measured = { flowMs: expect.any(Number), bareMs: expect.any(Number) };
  expect(report).toMatchObject({
    bench: 'flows',
    runs: 1,
    flows: [
      { ...measured, name: expect.stringMatching(/^social card/) },
      { ...measured, name: expect.stringMatching(/^image shrink/) },
      { ...measured, name: expect.stringMatching(/^document digest/) },
      { ...measured, name: expect.stringMatching(/^document digest/) },
    ],
    // The first call is not counted: it loads the code.
    overhead: { calls: 19, p50Ms: expect.any(Number) },
  });
  expect(await readdir(join(folder, 'tmp'))).toEqual([]);
  // It searches the settings of one picture, and shrinks a large one three times.
}, 150_000);
