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
  expect(stdout).toMatch(/^\| english +\| here +\| reporting/m);
  const { digest } = reportSchema.parse(JSON.parse(await readFile(json, 'utf8')));
  const rows = digest.flatMap((table) => table.rows);
  for (const [language, by, half, facts = 0, noise = 100, phrases = 0] of rows) {
    if (by !== 'here') continue;
    const isReference = (row: readonly unknown[]) => row[0] === language && row[2] === half;
    const reference = rows.find((row) => row[1] === 'TextRank' && isReference(row));
    expect(Number(facts)).toBeGreaterThan(1.15 * Number(reference?.[3]));
    expect(Number(noise)).toBeLessThan(5);
    expect(Number(phrases)).toBeGreaterThan(Number(reference?.[5]));
  }
  expect(await readdir(join(folder, 'tmp'))).toEqual([]);
});

const cellSchema = z.union([z.string(), z.number()]);
const reportSchema = z.object({
  digest: z.array(z.object({ rows: z.array(z.array(cellSchema)) })),
});
