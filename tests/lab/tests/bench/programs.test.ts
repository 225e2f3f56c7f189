import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { type Child, costsOf, startChild } from '../../bench/programs.ts';

const MB = 1024 * 1024;
/** On other systems the bench knows nothing, and claims nothing. */
const hasProc = existsSync('/proc/self/stat');

/** Holds 64 MB in a child process, and prints a line when it holds them. */
const parent = `
const { spawn } = require('node:child_process');
const held = "const kept = Buffer.alloc(64 * 1024 * 1024, 1); console.log('held'); setInterval(() => kept, 1000)";
spawn(process.execPath, ['-e', held], { stdio: 'inherit' });
`;

let child: Child | undefined;
afterEach(() => child?.kill());

test('memory and processor time include those of child processes', async () => {
  child = startChild(
    { args: ['-e', parent], folder: process.cwd(), variables: process.env },
    new AbortController().signal,
  );
  const { pid = 0, stdout } = child.process;
  if (stdout) await once(stdout, 'data');
  const costs = costsOf(pid);
  expect(costs !== undefined).toBe(hasProc);
  expect(costs?.peakBytes ?? Number.POSITIVE_INFINITY).toBeGreaterThan(64 * MB);
  expect(costs?.cpuSeconds ?? Number.POSITIVE_INFINITY).toBeGreaterThan(0);
});

test('a process that has ended has no known cost', async () => {
  const gone = spawn(process.execPath, ['-e', '0']);
  await once(gone, 'close');
  expect(costsOf(gone.pid ?? 0)).toBeUndefined();
});
