import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect } from 'playwright/test';
import { test } from './support/test.ts';

const command = fileURLToPath(new URL('../smoke/run.ts', import.meta.url));

async function smoke(...args: readonly string[]) {
  const child = spawn(process.execPath, [command, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const output = { out: '', err: '' };
  child.stdout.on('data', (text) => {
    output.out += text;
  });
  child.stderr.on('data', (text) => {
    output.err += text;
  });
  const [code] = await once(child, 'close');
  return { code, ...output };
}

test('npm run smoke finds nothing wrong with the running product', async ({ baseURL }) => {
  const { code, out } = await smoke(baseURL ?? '');
  expect(out).toMatch(/^\n\d{2,} requests, 0 with a fault\.\n$/);
  expect(code).toBe(0);
});

test('npm run smoke refuses what is no origin, and explains itself', async () => {
  for (const args of [[], ['www.example.com'], ['https://a.example/b'], ['--nonsense']]) {
    const { code, err } = await smoke(...args);
    expect(code).toBe(2);
    expect(err).toContain('see npm run smoke -- --help');
  }
  expect((await smoke('--help')).out).toContain('npm run smoke -- https://www.example.com');
});
