import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { signBody } from '../../../functions/adapters/webhook/call-endpoint.ts';
import { webhookEvents } from '../../../src/contract/webhooks.ts';
import { anyPort } from '../../support/any-port.ts';
import { databaseOfBlock } from '../../support/database.ts';
import { programs } from '../../support/page-flow.ts';
import { webhooksOf } from '../../support/told-service.ts';

/** How each language runs the page's program. Node is always installed, the other on most machines. */
const languages = [
  { name: 'Node', program: process.execPath, file: 'told.mjs', blocks: programs('js') },
  { name: 'Python', program: 'python3', file: 'told.py', blocks: programs('python') },
].filter(({ program }) => spawnSync(program, ['--version']).status === 0);

const folder = mkdtempSync(join(tmpdir(), 'be-told-'));
const { db } = databaseOfBlock('embedded');

afterAll(() => rmSync(folder, { recursive: true }));

test.each(languages)(
  'the program of the page for $name hears each signed event once, and nothing else',
  async ({ name, program, file, blocks }) => {
    const source = blocks.find((text) => new RegExp(`^(?://|#) ${file}`).test(text)) ?? '';
    writeFileSync(join(folder, file), source);
    const port = await anyPort();
    const origin = `http://localhost:${port}`;
    const hooks = webhooksOf(db, origin);
    const { id, secret } = await hooks.add();
    const env = { PATH: process.env.PATH, PORT: String(port), WEBHOOK_SECRET: secret };
    const told = spawn(program, [file], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let heard = '';
    told.stdout.on('data', (chunk) => {
      heard += chunk;
    });
    try {
      const testing = { command: 'webhooks test', id } as const;
      const begun = async () => expect((await hooks.run(testing, new Date())).ok).toBe(true);
      await vi.waitFor(begun, { timeout: 20_000, interval: 100 });
      await hooks.signIn(`auth0|${name}`, new Date());
      await hooks.send(new Date());
      // A second copy, signed by two secrets, of which the program knows the one before.
      await hooks.run({ command: 'webhooks rotate', id }, new Date());
      const since = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
      await hooks.run({ command: 'webhooks resend', since, sent: true }, new Date());
      expect(await hooks.send(new Date())).toMatchObject({ numbers: { sent: 1 } });
      expect(await statusesOfForgeries(`${origin}/hook`, secret)).toEqual([
        204, 400, 400, 400, 400,
      ]);
      const granted = `credits.granted auth0|${name}`;
      const lines = () => heard.trim().split(/\s*\n/);
      await vi.waitFor(() => expect(lines()).toEqual(['webhook.test', granted, 'forged']));
    } finally {
      told.kill();
      await once(told, 'close');
      await hooks.run({ command: 'webhooks remove', id });
    }
  },
);

/** A good call, and then one that is changed, of another secret, of six minutes ago, and unsigned. */
async function statusesOfForgeries(url: string, secret: string): Promise<readonly number[]> {
  const now = new Date();
  const before = new Date(now.getTime() - 360_000);
  const body = JSON.stringify({ type: 'forged', data: {} });
  const other = `whsec_${Buffer.alloc(32, 'b').toString('base64')}`;
  const calls = [
    { at: now, signed: signBody(secret, 'm', now, body), body },
    { at: now, signed: signBody(secret, 'm', now, body), body: `${body} ` },
    { at: now, signed: signBody(other, 'm', now, body), body },
    { at: before, signed: signBody(secret, 'm', before, body), body },
    { at: now, signed: 'v1,', body },
  ];
  const statuses: number[] = [];
  for (const { at, signed, body: sent } of calls) {
    const timestamp = String(Math.floor(at.getTime() / 1_000));
    const headers = {
      ...{ 'webhook-id': 'm', 'webhook-timestamp': timestamp },
      'webhook-signature': signed,
    };
    statuses.push((await fetch(url, { method: 'POST', headers, body: sent })).status);
  }
  return statuses;
}

test('the table of the page has every event of the contract with its fields', () => {
  const page = readFileSync(new URL('../../../docs/your-service.md', import.meta.url), 'utf8');
  const rows = [...page.matchAll(/^\| `([a-z_]+\.[a-z_]+)` \| [^|]+ \|([^|]*)\|$/gm)].map(
    ([, event, fields = '']) => [event, [...fields.matchAll(/`(\w+)`/g)].map(([, name]) => name)],
  );
  const due = Object.entries(webhookEvents).map(([event, { shape }]) => [
    event,
    Object.keys(shape).filter((name) => name !== 'sub'),
  ]);
  expect(rows).toEqual(due);
});
