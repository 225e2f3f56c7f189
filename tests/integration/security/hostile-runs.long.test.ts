import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test, vi } from 'vitest';
import { auditLedger } from '../../../functions/adapters/postgres/audit/audit.ts';
import { startApi } from '../journeys/api.ts';
import { accessTokenOf, callFlows, startRun } from '../journeys/flow-calls.ts';
import { callAsUser, signIn } from '../journeys/signed-in.ts';
import { sendRaw } from './raw-call.ts';

vi.mock(import('../../../functions/flows/catalog.ts'), async (original) => {
  const { echo } = await import('../../support/runs.ts');
  const { glutton, program, rogue } = await import('../../support/flow-program.ts');
  const flows = [echo, { ...rogue, timeoutMs: 4_000 }, glutton];
  return { ...(await original()), flows, catalogueProgram: () => program };
});

let people = 0;

const api = await startApi();
// A process that still loads its program counts against the time of a run, which is short here.
const first = [await somebody(), await somebody()];
await Promise.all([...first, ...first].map(({ token }) => untilReady(token)));
afterAll(api.close);

async function somebody() {
  people += 1;
  const cookie = await signIn(api, `user-${people}`);
  return { cookie, token: await accessTokenOf(api, cookie) };
}

function untilReady(token: string): Promise<void> {
  const start = async () => {
    const { status } = await startRun(api, token, 'echo', { text: 'hello' });
    if (status !== 201) throw new Error(`The run was answered with ${status}.`);
  };
  return vi.waitFor(start, { timeout: 40_000, interval: 500 });
}

test.each([
  ['spin', 'en', 'rogue', 504, 'run_timed_out', 'took too long and was ended'],
  ['cook', 'zh', 'rogue', 504, 'run_timed_out', '运行用时过长，已经停止'],
  ['grow', 'en', 'glutton', 422, 'run_too_large', 'needed more memory than it may have'],
  ['grow', 'zh', 'glutton', 422, 'run_too_large', '运行占用的内存超出上限'],
])('a run that would %s says so in %s, costs nothing, and is kept as failed', async (...row) => {
  const [how, language, flow, status, code, sentence] = row;
  const { cookie, token } = await somebody();
  const headers = { 'accept-language': language };
  const run = await startRun(api, token, flow, { how }, { headers });
  expect(run).toMatchObject({ status, body: { code, detail: expect.stringContaining(sentence) } });
  const credits = await callAsUser(api, cookie, '/api/credits');
  expect(await credits.json()).toMatchObject({ available: 25, held: 0 });
  const list = await callFlows(api, '/runs', { token });
  expect(await list.json()).toMatchObject({ runs: [{ status: 'failed', code, credits: 0 }] });
  expect(await auditLedger(api.db)).toEqual([]);
});

test('while eight runs never let go, 128 new connections are answered, and another user’s run', async () => {
  const attackers = await Promise.all([somebody(), somebody(), somebody(), somebody()]);
  const { cookie, token } = await somebody();
  const ended: number[] = [];
  const hostile = attackers.flatMap((one) =>
    ['spin', 'spin'].map(async (how) => {
      const { status } = await startRun(api, one.token, 'rogue', { how });
      ended.push(status);
    }),
  );
  const answers = await Promise.all(
    Array.from({ length: 128 }, () => sendRaw(api.origin, 'GET', '/api/auth/me', { cookie })),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(ended.length).toBeLessThan(hostile.length);
  expect(await startRun(api, token, 'echo', { text: 'hello' })).toMatchObject({ status: 201 });
  await Promise.all(hostile);
  expect(new Set(ended)).toEqual(new Set([504]));
}, 60_000);

test('callers who send half a body and no more keep nobody out', async () => {
  const { cookie } = await somebody();
  const { hostname, port } = new URL(api.flowsOrigin);
  const slow = Array.from({ length: 64 }, () => connect({ host: hostname, port: Number(port) }));
  for (const socket of slow) {
    socket.on('error', () => undefined);
    socket.write('POST /flows/echo/runs HTTP/1.1\r\nhost: a\r\ncontent-length: 5000000\r\n\r\n{"a');
  }
  const token = await accessTokenOf(api, cookie);
  expect(await startRun(api, token, 'echo', { text: 'hello' })).toMatchObject({ status: 201 });
  for (const socket of slow) socket.destroy();
});

test('a body that would unpack to more is not unpacked', async () => {
  const { token } = await somebody();
  const packed = gzipSync(JSON.stringify({ input: { text: ' '.repeat(20_000_000) } }));
  const answer = await fetch(`${api.flowsOrigin}/flows/echo/runs`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'idempotency-key': 'a',
      'content-type': 'application/json',
      'content-encoding': 'gzip',
    },
    body: new Uint8Array(packed),
  });
  expect([answer.status, Object(await answer.json()).code]).toEqual([400, 'body_not_json']);
});
