import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { Client, ServiceError } from '../../../clients/node/src/client.ts';
import { projectRoot } from '../../support/site-copy.ts';
import { startApi } from './api.ts';
import { callAsUser, signIn } from './signed-in.ts';

vi.mock(import('../../../functions/flows/catalog.ts'), async (original) => {
  const { chorus, echo, meter } = await import('../../support/runs.ts');
  const { program } = await import('../../support/flow-program.ts');
  return { ...(await original()), flows: [echo, meter, chorus], catalogueProgram: () => program };
});

const execute = promisify(execFile);
const api = await startApi();
afterAll(api.close);

let cookie: string;
beforeAll(async () => {
  cookie = await signIn(api, 'owner');
});

async function aKey(caps: object = {}): Promise<string> {
  const body = { name: 'CI', reads: ['balance'], caps };
  const answer = await callAsUser(api, cookie, '/api/user/keys', { method: 'POST', body });
  return String(Object(await answer.json()).secret);
}

/** The body of an answer whose line breaks after the first byte. */
function brokenBody(): ReadableStream {
  return new ReadableStream({
    start(body) {
      body.enqueue(new TextEncoder().encode('{'));
      body.error(new TypeError('terminated'));
    },
  });
}

/** A client whose answers go through a function: it may lose them, or put others in their place. */
async function clientOf(
  between: (answer: Response, url: string) => Response = (answer) => answer,
  caps: object = {},
) {
  const calls: string[] = [];
  const through: typeof fetch = async (url, init) => {
    calls.push(`${init?.method} ${new URL(String(url)).pathname}`);
    return between(await fetch(url, init), String(url));
  };
  const client = new Client({ address: `${api.origin}/`, key: await aKey(caps), fetch: through });
  return { client, calls };
}

describe('the client for Node', () => {
  test('learns the address of the tools, quotes, runs, and reads the files', async () => {
    const { client, calls } = await clientOf();
    expect(await client.tools()).toMatchObject([{ id: 'echo' }, { id: 'meter' }, { id: 'chorus' }]);
    expect(await client.quote('meter', { price: 3 })).toEqual({ flow: 'meter', credits: 3 });
    const run = await client.run('echo', { text: 'hello' }, { credits: 2 });
    expect(run).toMatchObject({ status: 'succeeded', credits: 2 });
    const file = await client.file(run.id, 'echo.txt');
    expect(new TextDecoder().decode(file)).toBe('hello');
    expect(await client.read(run.id)).toMatchObject({ id: run.id });
    expect(await client.key()).toMatchObject({ name: 'CI', use: { day: { spent: 2 } } });
    expect(calls.filter((call) => call.endsWith('openapi.json'))).toHaveLength(1);
  });

  test.each([
    [
      'was lost',
      () => {
        throw new TypeError('the line is dead');
      },
    ],
    ['broke off', () => new Response(brokenBody(), { status: 201 })],
  ])('is charged once when the answer to a run %s', async (_how, lose) => {
    let isLost = false;
    const { client, calls } = await clientOf((answer, url) => {
      if (isLost || !url.endsWith('/runs')) return answer;
      isLost = true;
      return lose();
    });
    const before = (await client.key()).available ?? 0;
    const run = await client.run('echo', { text: 'once' });
    expect(calls.filter((call) => call === 'POST /flows/echo/runs')).toHaveLength(2);
    expect((await client.key()).available).toBe(before - run.credits);
  });

  test('gets the run whose first call was lost at its start', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const endsAt = Date.now() + 27_000;
    const answers: typeof fetch = async (url) => {
      if (!String(url).endsWith('/runs')) return Response.json({});
      if (Date.now() > endsAt) return Response.json({ status: 'succeeded' }, { status: 201 });
      const headers = { 'retry-after': '2' };
      return Response.json({ code: 'run_in_progress' }, { status: 409, headers });
    };
    const client = new Client({ address: api.origin, key: 'mrp_one', fetch: answers });
    const run = expect(client.run('echo', {})).resolves.toEqual({ status: 'succeeded' });
    await vi.advanceTimersByTimeAsync(60_000);
    await run;
  });

  test('waits for a limit, and tells a cap at once, with its numbers', async () => {
    let refusals = 0;
    const { client, calls } = await clientOf(
      (answer, url) => {
        if (!url.endsWith('/quotes') || refusals > 0) return answer;
        refusals += 1;
        const headers = { 'retry-after': '1' };
        return Response.json({ code: 'rate_limited', detail: 'Wait.' }, { status: 429, headers });
      },
      { month: 3 },
    );
    expect(await client.quote('meter', { price: 2 })).toMatchObject({ credits: 2 });
    expect(calls.filter((call) => call.endsWith('/quotes'))).toHaveLength(2);
    await client.run('meter', { price: 2 });
    const refused = await client.run('meter', { price: 2 }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ServiceError);
    expect(refused).toMatchObject({
      ...{ status: 429, code: 'key_cap_reached', message: expect.stringContaining('a month') },
      problem: { window: 'month', cap: 3, spent: 2, required: 2 },
    });
    expect(calls.filter((call) => call.endsWith('/runs'))).toHaveLength(2);
  });

  test('ends a run, gives up when it is told to, and says what was wrong', async () => {
    const { client } = await clientOf();
    const over = AbortSignal.abort(new Error('enough'));
    await expect(client.run('echo', { text: 'a' }, { signal: over })).rejects.toThrow('enough');
    await expect(client.cancel('nothing')).rejects.toMatchObject({ code: 'run_not_found' });
    await expect(client.run('none', {})).rejects.toMatchObject({ code: 'flow_not_found' });
    await expect(client.run('echo', {})).rejects.toMatchObject({ code: 'input_invalid' });
    const stranger = new Client({ address: api.origin, key: 'mrp_none' });
    await expect(stranger.key()).rejects.toMatchObject({ status: 401 });
  });

  test('uploads a file', async () => {
    const { client } = await clientOf();
    const given = await client.upload(new TextEncoder().encode('hello'), 'text/plain', 'a.txt');
    expect(given).toEqual({ upload: expect.stringMatching(/^[\da-f-]{36}$/), name: 'a.txt' });
  });
});

test('the program of its README runs with the package as it is packed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'client-'));
  const home = join(folder, 'node_modules/credits-client');
  mkdirSync(join(home, 'dist'), { recursive: true });
  const source = join(projectRoot, 'clients/node');
  writeFileSync(join(home, 'package.json'), readFileSync(join(source, 'package.json')));
  // The compiler in this process would keep the server from its connections for seconds.
  const compiler = join(projectRoot, 'node_modules/typescript/lib/tsc.js');
  await execute(process.execPath, [compiler, '--project', source, '--outDir', join(home, 'dist')]);
  const [, program = ''] =
    /```js\n([\s\S]*?)```/.exec(readFileSync(join(source, 'README.md'), 'utf8')) ?? [];
  writeFileSync(join(folder, 'program.mjs'), program);
  const run = async (key: string) => {
    const env = { ADDRESS: api.origin, API_KEY: key, INPUT: JSON.stringify({ text: 'hello' }) };
    return execute(process.execPath, ['program.mjs'], { cwd: folder, env }).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
    );
  };
  expect(await run(await aKey())).toMatchObject({
    ...{ code: 0, stderr: '' },
    stdout: expect.stringMatching(/^Echo: from 2 credits\nCharged 2, \d+ left\n$/),
  });
  expect(readFileSync(join(folder, 'echo.txt'), 'utf8')).toBe('hello');
  const capped = await run(await aKey({ life: 1 }));
  expect(capped.stdout).toContain(
    'key_cap_reached: The key “CI” may use 1 credits, and this takes 2',
  );
  rmSync(folder, { recursive: true });
});
