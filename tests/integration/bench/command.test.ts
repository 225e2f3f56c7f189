import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { projectRoot } from '../../support/site-copy.ts';

/** A build, a start and a browser, on a machine that has other things to do too. */
const BENCH_TIMEOUT_MS = 240_000;

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bench-test-'));
  await mkdir(join(folder, 'tmp'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Starts the bench with a folder of its own for temporary files. */
function start(...args: string[]) {
  const child = spawn(process.execPath, ['tests/bench/run.ts', ...args], {
    cwd: projectRoot,
    env: { ...process.env, TMPDIR: join(folder, 'tmp') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const texts = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    texts.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    texts.err += chunk;
  });
  return { child, texts };
}

async function exitCodeOf(child: ChildProcess): Promise<unknown> {
  const [code] = await once(child, 'close');
  return code;
}

const leftovers = () => readdir(join(folder, 'tmp'));

test('--help lists the benches and ends well', async () => {
  const { child, texts } = start('--help');
  expect(await exitCodeOf(child)).toBe(0);
  expect(texts.out).toMatch(/^ {2}site +\S/m);
});

test('what makes no sense ends with 2 and a sentence, without a stack', async () => {
  const { child, texts } = start('site', '--runs', 'often');
  expect(await exitCodeOf(child)).toBe(2);
  expect(texts).toEqual({
    out: '',
    err: '--runs has often; write a whole number from 1 to 20.\n',
  });
});

test(
  'the site bench weighs a page, writes its figures and leaves nothing behind',
  async () => {
    const json = join(folder, 'figures.json');
    const only = ['--no-builds', '--no-lighthouse', '--no-references'];
    const { child, texts } = start(
      'site',
      '--pages',
      '/zh/',
      '--runs',
      '1',
      ...only,
      '--json',
      json,
    );
    expect(await exitCodeOf(child), texts.err).toBe(0);
    expect(texts.out).toMatch(/^\| \/zh\/ +\| \d/m);
    const report: unknown = JSON.parse(await readFile(json, 'utf8'));
    expect(report).toMatchObject({ bench: 'site', runs: 1, builds: [] });
    expect(report).toHaveProperty('pages', [
      {
        page: '/zh/',
        kind: 'goals',
        weight: {
          allBytes: expect.any(Number),
          scriptBytes: expect.any(Number),
          requests: expect.any(Number),
        },
      },
    ]);
    expect(await leftovers()).toEqual([]);
  },
  BENCH_TIMEOUT_MS,
);

test(
  'the flows bench measures every flow and the call around a run, and leaves nothing behind',
  async () => {
    const json = join(folder, 'figures.json');
    const { child, texts } = start('flows', '--runs', '1', '--json', json);
    expect(await exitCodeOf(child), texts.err).toBe(0);
    expect(texts.out).toMatch(/^\| social card, drawn again +\| \d/m);
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
      // The first of them only warms up.
      overhead: { calls: 19, p50Ms: expect.any(Number) },
    });
    expect(await leftovers()).toEqual([]);
  },
  BENCH_TIMEOUT_MS,
);

test(
  'the functions bench weighs and starts what is deployed, and leaves nothing behind',
  async () => {
    const json = join(folder, 'figures.json');
    const { child, texts } = start('functions', '--runs', '1', '--no-requests', '--json', json);
    expect(await exitCodeOf(child), texts.err).toBe(0);
    expect(texts.out).toMatch(/^\| login +\| \d/m);
    const report: unknown = JSON.parse(await readFile(json, 'utf8'));
    expect(report).toMatchObject({ bench: 'functions', runs: 1, requests: [] });
    expect(report).toHaveProperty(
      'functions',
      ['me', 'login', 'saveUser', 'holdCredits', 'receiveWebhook'].map((name) => ({
        name,
        bytes: expect.any(Number),
        readyMs: expect.any(Number),
        aboveEmptyMs: expect.any(Number),
      })),
    );
    expect(await leftovers()).toEqual([]);
  },
  BENCH_TIMEOUT_MS,
);

test('Ctrl-C ends it in the middle of a build, and it leaves nothing behind', async () => {
  const { child, texts } = start('site', '--pages', '/', '--no-builds');
  while (!texts.err.includes('Building')) await once(child.stderr, 'data');
  child.kill('SIGINT');
  expect(await exitCodeOf(child)).toBe(130);
  expect(texts.out).toBe('');
  expect(await leftovers()).toEqual([]);
});
