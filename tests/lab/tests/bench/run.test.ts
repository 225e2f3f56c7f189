import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bench-test-'));
  await mkdir(join(folder, 'tmp'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function bench(...args: string[]) {
  return promisify(execFile)(process.execPath, ['bench/run.ts', ...args], {
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
  const { stdout } = await bench('digest', '--json', json);
  expect(stdout).toMatch(/^\| english +\| here +\| 0\.\d/m);
  const { bench: name, figures } = reportSchema.parse(JSON.parse(await readFile(json, 'utf8')));
  expect(name).toBe('digest');
  for (const language of ['english', 'chinese']) {
    const [here = 0, ...references] = figures
      .filter((one) => one.language === language)
      .map(({ all }) => all);
    expect(references.length).toBeGreaterThanOrEqual(2);
    expect(here).toBeGreaterThan(Math.max(...references));
  }
  expect(await readdir(join(folder, 'tmp'))).toEqual([]);
});

const reportSchema = z.object({
  bench: z.string(),
  figures: z.array(z.object({ language: z.string(), all: z.number() })),
});
