import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Lock } from '../../../../infra/build/lock.ts';
import { oneBuildAtATime } from '../../../../infra/build/one-build.ts';

let root: string;
let warnings: string[];
let waitedMs: number;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'millrace-build-'));
  warnings = [];
  waitedMs = 0;
});

afterEach(() => {
  vi.restoreAllMocks();
  rmSync(root, { recursive: true, force: true });
});

const held: Lock = { ok: false, code: 'in_use', holder: 4711 };

/** Sets a build up; resolves to the listeners for the end of its process. */
async function begin(lock: (folder: string) => Lock, command = 'build'): Promise<unknown[]> {
  const atExit: unknown[] = [];
  vi.spyOn(process, 'once').mockImplementation((event, listener) => {
    if (event === 'exit') atExit.push(listener);
    return process;
  });
  const integration = oneBuildAtATime({
    lock,
    wait: async (delayMs) => {
      waitedMs += delayMs;
    },
  });
  const setUp: unknown = integration.hooks['astro:config:setup'];
  if (typeof setUp !== 'function') throw new TypeError('there is no hook');
  const logger = { warn: (text: string) => warnings.push(text) };
  await setUp({ command, config: { root: pathToFileURL(`${root}/`) }, logger });
  return atExit;
}

it('a build locks the folder of Astro’s working files until its process ends', async () => {
  const folders: string[] = [];
  const release = () => {};
  const atExit = await begin((folder) => {
    folders.push(folder);
    return { ok: true, release };
  });
  expect(atExit).toEqual([release]);
  expect(folders).toEqual([join(root, '.astro')]);
  expect(existsSync(join(root, '.astro'))).toBe(true);
  expect(warnings).toEqual([]);
});

it('a build waits for the end of another one, and warns once', async () => {
  const release = () => {};
  const locks: Lock[] = [held, held, { ok: true, release }];
  expect(await begin(() => locks.shift() ?? held)).toEqual([release]);
  expect(warnings).toEqual(['Process 4711 builds this project: waiting for its end.']);
  expect(waitedMs).toBe(500);
});

it('a build gives up after two minutes with a sentence and no stack', async () => {
  const error = await begin(() => held).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    message:
      'Process 4711 has been building this project for more than 120 seconds: let it end or stop it, then build again.',
  });
  expect(error).not.toHaveProperty('stack');
  expect(waitedMs).toBe(120_000);
});

it.each(['dev', 'sync', 'preview'])('the command %s takes no lock', async (command) => {
  expect(await begin(() => held, command)).toEqual([]);
  expect(waitedMs).toBe(0);
});
