import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { storagePath } from '../../infra/local/addresses.ts';
import { runToEnd } from './process.ts';
import { programOf } from './programs.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const addresses = {
  SITE_ORIGIN: 'https://www.example.com',
  PUBLIC_API_BASE: 'https://flows.example.com',
};

function caddy(command: string, env: Readonly<Record<string, string>>) {
  const args = [command, '--config', 'infra/server/Caddyfile'];
  return runToEnd(programOf('caddy'), args, { cwd: root, env: { HOME: '/nonexistent', ...env } });
}

test.each([
  ['with the bare domain', { ALIAS_ORIGIN: 'https://example.com' }],
  ['without another name', {}],
])('the Caddyfile is one %s', async (_title, alias) => {
  const { code, output } = await caddy('validate', { ...addresses, ...alias });
  expect(output).toContain('Valid configuration');
  expect(code).toBe(0);
});

test('a program that is missing is named, with the command that installs it', () => {
  expect(() => programOf('no-such-program')).toThrow(
    /^There is no no-such-program here: run "apt-get update && apt-get install -y no-such-program"/,
  );
});

test('each name leads to its port of this machine, and the visitor’s address is set', async () => {
  const { output } = await caddy('adapt', { ...addresses, ALIAS_ORIGIN: 'https://example.com' });
  const json = output.split('\n').find((line) => line.startsWith('{"apps"')) ?? '';
  const upstreams = [...json.matchAll(/"dial":"([^"]*)"/g)].map((match) => match[1]);
  const [uploads, flows, site] = ['127.0.0.1:4325', '127.0.0.1:4322', '127.0.0.1:4321'];
  expect(upstreams).toEqual([uploads, flows, flows, site, site]);
  expect(json).toContain(`"path":["${storagePath}/*"]`);
  const set = '"set":{"X-Viewer-Address":["{http.request.remote.host}"]}';
  expect(json.split(set)).toHaveLength(upstreams.length + 1);
  expect(json).not.toContain('"encode"');
  expect([...json.matchAll(/"host":\["([^"]*)"\]/g)].map((match) => match[1]).toSorted()).toEqual([
    'example.com',
    'flows.example.com',
    'www.example.com',
  ]);
});
