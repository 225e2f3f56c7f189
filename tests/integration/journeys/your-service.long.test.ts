import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { pageFlow, programs } from '../../support/page-flow.ts';
import { runFlow } from '../../support/run-flow.ts';
import { type Api, startApi } from './api.ts';
import { accessTokenOf } from './flow-calls.ts';
import { aService, aUser } from './service-calls.ts';
import { signIn } from './signed-in.ts';

vi.mock(import('../../../functions/flows/catalog.ts'), async (original) => {
  const { flow, program } = await pageFlow('logCount');
  return { ...(await original()), flows: [flow], catalogueProgram: () => program };
});

/** The output of a program and its exit code. */
interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

async function ended(child: ChildProcess): Promise<Ended> {
  const { stdout, stderr } = child;
  const [out, err, [code]] = await Promise.all([
    stdout ? text(stdout) : '',
    stderr ? text(stderr) : '',
    once(child, 'close'),
  ]);
  return { code, out, err };
}

/** Forwards calls to the API, and loses its first answer to each command, and to the first read. */
async function forgetfulFront(
  api: Api,
): Promise<{ readonly origin: string; readonly server: Server }> {
  const known = new Set<unknown>();
  const server = createServer(async (request, response) => {
    const { authorization = '', 'idempotency-key': key } = request.headers;
    const isRead = request.method === 'GET';
    const answer = await fetch(`${api.origin}${request.url}`, {
      method: request.method ?? 'POST',
      headers: {
        authorization,
        ...(isRead ? {} : { 'idempotency-key': String(key), 'content-type': 'application/json' }),
      },
      ...(isRead ? {} : { body: await text(request) }),
    });
    const body = await answer.text();
    if (known.has(key)) response.writeHead(answer.status).end(body);
    else request.socket.destroy();
    known.add(key);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = z.object({ port: z.int() }).parse(server.address());
  return { origin: `http://127.0.0.1:${address.port}`, server };
}

/** How each language runs the page's program, and the same with work that fails. */
const languages = {
  Node: {
    program: process.execPath,
    blocks: programs('js'),
    files: ['charge.mjs', 'job.mjs', 'recover.mjs'],
    dying: (job: string) => job.replace('return { frames: 70, credits: 7 };', 'process.exit(3);'),
    failing: (job: string) =>
      job.replace('return { frames: 70, credits: 7 };', "throw new Error('out of memory');"),
  },
  Python: {
    program: 'python3',
    blocks: programs('python'),
    files: ['charge.py', 'job.py', 'recover.py'],
    dying: (job: string) => job.replace('{"frames": 70, "credits": 7}', 'os._exit(3)'),
    failing: (job: string) => job.replace('{"frames": 70, "credits": 7}', '1 / 0'),
  },
} as const;

/** Node is always installed; the others are on most machines. */
const isThere = (program: string) => spawnSync(program, ['--version']).status === 0;
const runnable = Object.entries(languages).filter(([, { program }]) => isThere(program));

describe('the page on services of one’s own', () => {
  let api: Api;
  let front: Awaited<ReturnType<typeof forgetfulFront>>;
  let key: string;
  let folder: string;

  beforeAll(async () => {
    api = await startApi();
    front = await forgetfulFront(api);
    key = (await aService(api, 'render farm', ['holds', 'holds:read'])).token;
    folder = mkdtempSync(join(tmpdir(), 'your-service-'));
    return async () => {
      rmSync(folder, { recursive: true });
      front.server.close();
      await api.close();
    };
  });

  /** Runs a program of the page for a user. */
  function run(
    program: string,
    args: readonly string[],
    variables: Readonly<Record<string, string>>,
  ): Promise<Ended> {
    const env = {
      PATH: process.env.PATH,
      API_ORIGIN: front.origin,
      SERVICE_KEY: key,
      ...variables,
    };
    return ended(spawn(program, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] }));
  }

  async function entriesOf(sub: string): Promise<readonly (readonly [string, number])[]> {
    const entries = await api.db
      .selectFrom('entries')
      .innerJoin('users', 'users.wallet_id', 'entries.wallet_id')
      .where('users.sub', '=', sub)
      .orderBy('entries.number')
      .select(['entries.kind', 'entries.quantity'])
      .execute();
    return entries.map(({ kind, quantity }) => [kind, Number(quantity)] as const);
  }

  test.each(runnable)(
    'charges a job once from %s, and not at all while it fails or costs nothing',
    async (name, { program, blocks, files, failing }) => {
      const sub = `auth0|${name}`;
      await aUser(api, sub);
      const [charge = '', job = ''] = blocks;
      writeFileSync(join(folder, files[0]), charge);
      writeFileSync(join(folder, files[1]), job);
      const variables = { USER_SUB: sub, JOB: `render-${name}` };
      expect(await run(program, [files[1]], variables)).toEqual({
        code: 0,
        out: '70 frames\n',
        err: '',
      });
      expect((await run(program, [files[1]], variables)).out).toBe('70 frames\n');
      writeFileSync(join(folder, files[1]), failing(job));
      const failed = await run(program, [files[1]], { ...variables, JOB: `broken-${name}` });
      expect(failed.code).toBe(1);
      expect(failed.err).toMatch(/out of memory|division by zero/);
      writeFileSync(join(folder, files[1]), job);
      const better = await run(program, [files[1]], { ...variables, JOB: `broken-${name}` });
      expect(better).toMatchObject({ code: 0, out: '70 frames\n' });
      writeFileSync(join(folder, files[1]), job.replace(/(credits"?): 7/, '$1: 0'));
      const free = await run(program, [files[1]], { ...variables, JOB: `known-${name}` });
      expect(free).toMatchObject({ code: 0, out: '70 frames\n' });
      expect(await entriesOf(sub)).toEqual([
        ['grant', 25],
        ['hold', 10],
        ['capture', 7],
        ['release', 3],
        ['hold', 10],
        ['release', 10],
        ['hold', 10],
        ['capture', 7],
        ['release', 3],
        ['hold', 10],
        ['release', 10],
      ]);
    },
  );

  test.each(runnable)(
    'is settled from %s by a new process, when the first one dies after the hold',
    async (name, { program, blocks, files, dying }) => {
      const sub = `auth0|dying-${name}`;
      await aUser(api, sub);
      const [charge = '', job = '', recover = ''] = blocks;
      for (const [index, block] of [charge, dying(job), recover].entries()) {
        writeFileSync(join(folder, files[index] ?? ''), block);
      }
      const variables = { USER_SUB: sub, JOB: `long-${name}` };
      expect(await run(program, [files[1]], variables)).toMatchObject({ code: 3 });
      const out = async () => (await run(program, [files[2]], variables)).out;
      expect([await out(), await out()]).toEqual(['1 settled\n', '0 settled\n']);
      expect(await entriesOf(sub)).toEqual([
        ['grant', 25],
        ['hold', 10],
        ['capture', 7],
        ['release', 3],
      ]);
    },
  );

  test.each(runnable)(
    'reports from %s that there are too few credits, before any work',
    async (name, { program, blocks, files }) => {
      const [charge = '', job = ''] = blocks;
      writeFileSync(join(folder, files[0]), charge);
      writeFileSync(join(folder, files[1]), job.replace('10, ', '1000, '));
      await aUser(api, `auth0|poor-${name}`);
      const poor = await run(program, [files[1]], {
        USER_SUB: `auth0|poor-${name}`,
        JOB: `dear-${name}`,
      });
      expect(poor.code).toBe(1);
      expect(poor.out).toBe('');
      expect(poor.err).toContain('credits_insufficient');
    },
  );

  test('the program of the page uploads a log of 2.4 MB to the flow of the page, for 3 credits', async () => {
    const program = programs('js').find((text) => text.startsWith('// count.mjs')) ?? '';
    writeFileSync(join(folder, 'count.mjs'), program);
    writeFileSync(join(folder, 'a.log'), 'a mill stands still\n'.repeat(120_000));
    const TOKEN = await accessTokenOf(api, await signIn(api, 'counter'));
    const variables = { FLOWS_ORIGIN: api.flowsOrigin, TOKEN, LOG: join(folder, 'a.log') };
    const counted = { code: 0, out: '120000 lines for 3 credits\n', err: '' };
    expect(await run(process.execPath, ['count.mjs'], variables)).toEqual(counted);
    // The key is the digest of the log, so the same log is charged once.
    expect(await run(process.execPath, ['count.mjs'], variables)).toMatchObject({ code: 1 });
    expect(await entriesOf('counter')).toEqual([
      ['grant', 25],
      ['hold', 3],
      ['capture', 3],
    ]);
  });

  test.each(['curl'].filter(isThere))('holds and captures by %s', async () => {
    const sub = 'auth0|curl';
    await aUser(api, sub);
    const [hold = '', capture = ''] = programs('sh');
    const held = await run('sh', ['-c', hold], { USER_SUB: sub });
    const { id } = z.object({ id: z.uuid() }).parse(JSON.parse(held.out));
    const captured = await run('sh', ['-c', capture], { HOLD: id });
    expect(JSON.parse(captured.out)).toMatchObject({ captured: 7, released: 3, available: 18 });
  });
});

test('the flow of the page runs, and refuses what the page says', async () => {
  const { flow, folder } = await pageFlow('lineSort');
  const prepared = flow.prepare({ text: 'b\n\na', order: 'falling' });
  expect(prepared).toMatchObject({ ok: true, credits: 1 });
  const items = ['b', 'a'];
  expect(await runFlow(flow, { text: 'b\n\na', order: 'falling' })).toEqual([
    { kind: 'list', name: 'sorted', items },
  ]);
  expect(flow.prepare({ text: '' }).ok).toBe(false);
  await expect(runFlow(flow, { text: ' ' })).rejects.toThrow('There is no line');
  rmSync(folder, { recursive: true });
});
