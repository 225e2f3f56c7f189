import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { readChoice, stepsOf } from '../../runner/choice.ts';
import { steps } from '../../runner/steps.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const names = steps.map(({ name }) => name);

test('npm test -- --help names every step and runs none', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['tests/run.ts', '--help'], {
    cwd: root,
  });
  for (const { name, about } of steps) expect(stdout).toMatch(new RegExp(`${name} +${about}`));
  expect(stdout).not.toContain('passed');
}, 60_000);

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

test.each([
  [{ isAll: false, names: [] }, names.filter((name) => name !== 'server' && name !== 'lab')],
  [{ isAll: true, names: [] }, names],
  [{ isAll: false, names: ['server', 'lint'] }, ['lint', 'server']],
  [{ isAll: true, names: [], shard: '1/3' }, names],
  [{ isAll: true, names: [], shard: '2/3' }, ['unit', 'integration', 'e2e', 'server']],
])('%j has the steps %j', (choice, expected) => {
  expect(stepsOf(choice).map(({ name }) => name)).toEqual(expected);
});

test.each([
  ['--shard=4/3', '--shard is a part like 1/3, not 4/3.'],
  ['--shard=0/3', '--shard is a part like 1/3, not 0/3.'],
  ['--shard=one', '--shard is a part like 1/3, not one.'],
  ['nothing', 'There is no step nothing.'],
  ['--nothing', "Unknown option '--nothing'"],
])('npm test refuses %s', (arg, sentence) => {
  expect(readChoice([arg])).toContain(sentence);
});
