import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { makeFlowProcesses } from '../../../functions/flows/flow-processes.ts';
import { systemTimer } from '../../../functions/flows/timer.ts';
import {
  glutton,
  humble,
  program,
  rogue,
  testProcesses,
  untidy,
} from '../../support/flow-program.ts';
import { echo, impatient } from '../../support/runs.ts';
import { projectRoot } from '../../support/site-copy.ts';

const { work, close } = testProcesses();
afterAll(close);

/** Longer than a breach takes to be seen, and much less than what the rogue would take. */
const SOON_MS = 39_000;

test('a result comes back as it was made, with its bytes', async () => {
  const executed = await work.run(echo, { text: 'hello' });
  if (!executed.ok) throw new Error(executed.code);
  const [, file] = executed.parts;
  if (file?.kind !== 'file') throw new Error('There is no file.');
  expect(Buffer.from(file.content).toString()).toBe('hello');
});

test.each([
  ['of a server gives way to what answers', true, '10'],
  ['in a Lambda, which answers nothing meanwhile, gives way to nobody', false, '0'],
])('a run %s, in all threads and from its start', async (_, givesWay, priority) => {
  const one = makeFlowProcesses({ program, count: 1, givesWay, timer: systemTimer });
  const executed = await one.work.run(humble, {});
  await one.close();
  if (!executed.ok) throw new Error(executed.code);
  const [priorities] = executed.parts;
  if (priorities?.kind !== 'list') throw new Error('There is no list.');
  expect(new Set(priorities.items)).toEqual(new Set([priority]));
});

test('what a process has compiled is kept for the next one before a signal ends it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'compiled-'));
  // In a program of its own, which keeps what it compiles itself when it ends, so later.
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', keptByProcess],
    { cwd: projectRoot, env: { NODE_COMPILE_CACHE: folder } },
  );
  await rm(folder, { recursive: true });
  expect(Number(stdout)).toBeGreaterThan(20);
});

/** Writes how many modules the process of a flow has kept when its first run is done. */
const keptByProcess = `
  import { readdirSync } from 'node:fs';
  import { makeFlowProcesses } from './functions/flows/flow-processes.ts';
  import { systemTimer } from './functions/flows/timer.ts';
  const program = new URL(${JSON.stringify(program)});
  const one = makeFlowProcesses({ program, count: 1, givesWay: true, timer: systemTimer });
  await one.work.run({ id: 'humble', timeoutMs: 9_000 }, {});
  const kept = readdirSync(process.env.NODE_COMPILE_CACHE, { recursive: true });
  process.stdout.write(String(kept.length));
  await one.close();
`;

test('a process that has grown gives its memory back while it has no task', async () => {
  const heapBytes = async () => {
    const executed = await work.run(untidy, {});
    const [bytes] = executed.ok ? executed.parts : [];
    if (bytes?.kind !== 'list') throw new Error('There is no list.');
    return Number(bytes.items[0]);
  };
  const atFirst = await heapBytes();
  // V8 may have collected the garbage of one run by itself.
  await expect.poll(heapBytes, { timeout: 40_000 }).toBeGreaterThan(2 * atFirst);
  await pause(6_000);
  expect(await heapBytes()).toBeLessThan(1.5 * atFirst);
});

test('a bug keeps its name and where it was, for the log', async () => {
  const executed = await work.run(echo, { text: 'break' });
  expect(executed).toMatchObject({ ok: false, code: 'run_failed', cause: expect.any(Error) });
  expect(Object(executed).cause.stack).toContain('runs.ts');
});

test('an input that its schema refuses has the issue that is told', async () => {
  expect(await work.prepare(echo, { text: '' })).toMatchObject({
    code: 'input_invalid',
    error: { issues: [{ code: 'too_small', path: ['text'] }] },
  });
});

test.each([
  ['fills the heap', glutton, 'hoard', 'run_too_large'],
  ['takes memory outside of the heap', glutton, 'grow', 'run_too_large'],
  ['dies', rogue, 'die', 'run_too_large'],
  ['has a native library use a processor for too long', rogue, 'cook', 'run_timed_out'],
])('a run that %s is ended, and its process with it', async (_, flow, how, code) => {
  const begunMs = performance.now();
  expect(await work.run(flow, { how })).toMatchObject({ ok: false, code });
  expect(performance.now() - begunMs).toBeLessThan(SOON_MS);
  expect(await work.run(echo, { text: 'hello' })).toMatchObject({ ok: true });
});

test('what a run has kept is here when it is ended', async () => {
  const kept: unknown[] = [];
  const keep = (parts: readonly unknown[]) => kept.push(...parts);
  expect(await work.run(rogue, { how: 'cook' }, { keep })).toMatchObject({ ok: false });
  expect(kept).toEqual([{ kind: 'text', name: 'begun', text: 'cook' }]);
});

test('a run that never lets go of its thread is ended by the clock, and holds up no other', async () => {
  const spinning = work.run({ ...rogue, timeoutMs: 6_000 }, { how: 'spin' });
  const echoed = work.run(echo, { text: 'hello' });
  expect(await Promise.race([spinning, echoed])).toMatchObject({ ok: true });
  expect(await spinning).toEqual({ ok: false, code: 'run_timed_out' });
});

test('a spare process works while all others are busy or begin again', async () => {
  const one = makeFlowProcesses({ program, count: 1, givesWay: false, timer: systemTimer });
  const spinning = one.work.run({ ...rogue, timeoutMs: 6_000 }, { how: 'spin' });
  const echoed = one.work.run(echo, { text: 'hello' });
  expect(await Promise.race([spinning, echoed])).toMatchObject({ ok: true });
  await spinning;
  await one.close();
});

test('an input that takes for ever to check is refused', async () => {
  const hasty = testProcesses(impatient);
  const prepared = await hasty.work.prepare(rogue, { how: 'die', slowly: 'please' });
  expect(prepared).toEqual({ ok: false, code: 'run_timed_out' });
  await hasty.close();
});
