import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { startWithKeys } from '../../integration/journeys/key-owner.ts';

const inspector = fileURLToPath(new URL('../node_modules/.bin/mcp-inspector', import.meta.url));
const home = mkdtempSync(join(tmpdir(), 'inspector-'));
const { api, somebody, close } = await startWithKeys();
afterAll(async () => {
  await close();
  rmSync(home, { recursive: true });
});

/** Runs the command-line client of the protocol's makers as a person would. */
async function inspect(secret: string, ...options: readonly string[]) {
  const args = [
    ...['--cli', `${api.flowsOrigin}/mcp`, '--transport', 'http'],
    ...['--header', `Authorization: Bearer ${secret}`, ...options],
  ];
  const env = { ...process.env, HOME: home };
  const run = promisify(execFile)(inspector, args, { env });
  return run.then(
    ({ stdout, stderr }) => ({ exit: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({
      exit: Number(code),
      stdout: `${stdout}`,
      stderr: `${stderr}`,
    }),
  );
}

const call = (tool: string, ...pairs: readonly string[]) => [
  ...['--method', 'tools/call', '--tool-name', tool],
  ...pairs.flatMap((pair) => ['--tool-arg', pair]),
];

test('the inspector lists, quotes and runs, and shows a person which cap refuses and where it is raised', async () => {
  const { make } = await somebody();
  const { secret } = await make({ caps: { life: 3 } });
  // It looks for parts of schemas that other clients do not understand, too.
  const listed = await inspect(secret, '--method', 'tools/list', '--strict');
  expect(listed).toMatchObject({ exit: 0, stderr: '' });
  expect(listed.stdout).toContain('Price in credits: 2.');
  const input = 'input={"title":"A mill"}';
  const quoted = await inspect(secret, ...call('quote_price', 'flow=social-card', input));
  expect(JSON.parse(quoted.stdout)).toMatchObject({ structuredContent: { credits: 2 } });
  const first = await inspect(secret, ...call('social-card', 'idempotencyKey=one', input));
  expect(JSON.parse(first.stdout)).toMatchObject({ structuredContent: { status: 'succeeded' } });
  const second = await inspect(secret, ...call('social-card', 'idempotencyKey=two', input));
  expect(second.exit).toBeGreaterThan(0);
  const [{ text }] = JSON.parse(second.stdout).content;
  expect(text).toContain('The key “CI” may use 3 credits in all: it has spent 2');
  expect(text).toContain(`${api.origin}/account/#keys`);
}, 60_000);
