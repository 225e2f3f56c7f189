import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withValues } from '../../../infra/local/adopt/config-text.ts';
import { copySources } from '../../support/site-copy.ts';

const BUILD_TIMEOUT_MS = 50_000;
const broken = 'src/content/blog/en/broken.md';
let root = '';

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'millrace-stopped-'));
  await copySources(root);
  writeFileSync(
    join(root, broken),
    '---\ntitel: Broken\ndescription: A\npublishDate: 2026-02-30\nauthor: team\ndraft: true\n---\n',
  );
  const config = join(root, 'src/site.config.ts');
  const pack = { id: 'small', names: { en: 'A' }, amountCredits: 100, priceMinor: { HUF: 2_000 } };
  const values = new Map<string, unknown>([
    ['currencies', ['HUF']],
    ['packs', [pack]],
  ]);
  writeFileSync(config, withValues(readFileSync(config, 'utf8'), values));
});

afterAll(() => rmSync(root, { recursive: true }));

function run(script: string, ...args: readonly string[]) {
  const env = {
    ...process.env,
    ASTRO_TELEMETRY_DISABLED: '1',
    BUILD_OUT_DIR: join(root, 'dist'),
    BUILD_CACHE_DIR: join(root, 'cache'),
    NO_COLOR: '1',
  };
  const options = { cwd: root, env, encoding: 'utf8', timeout: BUILD_TIMEOUT_MS } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], options);
  return { status, output: `${stdout}${stderr}` };
}

describe('a post with mistakes', () => {
  test('stops the build before it begins, with the text of the check', () => {
    const check = run('src/content/commands/check.ts');
    const build = run('node_modules/astro/bin/astro.mjs', 'build');
    expect(check.status).toBe(1);
    expect(build.status).toBe(1);
    const said = check.output.slice(check.output.indexOf('error  ')).trim();
    expect(said).toContain(
      `error  ${broken}:2  titel\n  There is no field "titel".\n  Did you mean title?`,
    );
    expect(said).toContain('2026-02-30, which is no day of the years 2000 to 2099.');
    expect(build.output).toContain(said);
    expect(build.output).not.toContain('Syncing content');
  });

  test('stands beside prices that mean another amount than before, as they are shown now', () => {
    const { output } = run('node_modules/astro/bin/astro.mjs', 'build');
    expect(output).toContain('warning  src/site.config.ts  packs.priceMinor.HUF');
    expect(output.replaceAll('\u00a0', ' ')).toContain('shown and charged as: small HUF 20.');
  });

  test('has the same messages from Astro, where the check does not run', () => {
    const { status, output } = run('node_modules/astro/bin/astro.mjs', 'sync');
    expect(status).toBe(1);
    expect(output).toContain('There is no field "titel".\nDid you mean title?');
    expect(output).toContain(
      'title: It is missing.\nWrite a text, for example: title: How credits work',
    );
  });
});
