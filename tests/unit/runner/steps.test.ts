import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { steps } from '../../runner/steps.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const names = steps.map(({ name }) => name);

test('npm test -- --help names every step and runs none', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['tests/run.ts', '--help'], {
    cwd: root,
  });
  for (const { name, about } of steps) expect(stdout).toMatch(new RegExp(`${name} +${about}`));
  expect(stdout).not.toContain('passed');
});

test('npm run check runs steps of npm test, and nothing besides', () => {
  const text = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
  const { scripts } = z
    .object({ scripts: z.object({ check: z.string() }) })
    .parse(JSON.parse(text));
  const [program, file, ...chosen] = scripts.check.split(' ');
  expect([program, file]).toEqual(['node', 'tests/run.ts']);
  expect(chosen.length).toBeGreaterThan(0);
  expect(chosen.filter((name) => !names.includes(name))).toEqual([]);
});
