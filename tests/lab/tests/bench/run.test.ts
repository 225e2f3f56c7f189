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
  await expect(bench('pages', '--runs', 'often')).rejects.toMatchObject({
    code: 2,
    stdout: '',
    stderr: '--runs has often; write a whole number from 1 to 20.\n',
  });
});

test('a bench prints its tables, writes its figures and leaves nothing behind', async () => {
  const json = join(folder, 'figures.json');
  const { stdout } = await bench('digest', '--json', json);
  expect(stdout).toMatch(/^\| english +\| here +\| 0\.\d/m);
  const { digest } = reportSchema.parse(JSON.parse(await readFile(json, 'utf8')));
  for (const language of ['english', 'chinese']) {
    const rows = digest.flatMap((table) => table.rows).filter(([texts]) => texts === language);
    const [here = 0, ...references] = rows.map(([, , all]) => Number(all));
    expect(references.length).toBeGreaterThanOrEqual(2);
    expect(here).toBeGreaterThan(Math.max(...references));
  }
  expect(await readdir(join(folder, 'tmp'))).toEqual([]);
});

const cellSchema = z.union([z.string(), z.number()]);
const reportSchema = z.object({
  digest: z.array(z.object({ rows: z.array(z.array(cellSchema)) })),
});
