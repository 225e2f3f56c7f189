import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import yaml from 'js-yaml';
import { describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { StartError } from '../../../../infra/local/errors.ts';
import { readSettings } from '../../../../infra/local/settings.ts';
import manifest from '../../../../package.json' with { type: 'json' };

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const folder = `${root}infra/server/`;
const serverFile = (name: string) => readFileSync(`${folder}${name}`, 'utf8');
const names = readdirSync(folder);
const units = names.filter((name) => name.endsWith('.service') || name.endsWith('.timer'));

/** The assignments of a file that systemd and Docker read. */
function variablesIn(name: string): Readonly<Record<string, string>> {
  const lines = serverFile(name).split('\n');
  const pairs = lines.flatMap((line) => /^([A-Z][A-Z\d_]*)="?([^"]*)"?$/.exec(line) ?? []);
  const found: Record<string, string> = {};
  for (let index = 0; index < pairs.length; index += 3) {
    found[pairs[index + 1] ?? ''] = pairs[index + 2] ?? '';
  }
  return found;
}

/** The values of a key in a unit file; a key may stand there several times. */
function valuesOf(unit: string, key: string): readonly string[] {
  const lines = serverFile(unit).split('\n');
  return lines.flatMap((line) => (line.startsWith(`${key}=`) ? [line.slice(key.length + 1)] : []));
}

const example = { ...variablesIn('addresses.env'), ...variablesIn('product.env') };
const real = {
  AUTH0_DOMAIN: 'example.eu.auth0.com',
  AUTH0_CLIENT_ID: 'abc',
  STRIPE_SECRET_KEY: 'rk_live_12345678',
  STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef',
  MAIL_URL: 'smtps://user:password@smtp.example.com',
  MAIL_FROM: 'hello@example.com',
};

describe('the environment files', () => {
  test('hold settings of docs/settings.md and the one name that only Caddy reads', () => {
    const settings = readFileSync(`${root}docs/settings.md`, 'utf8');
    const unknown = Object.keys(example).filter((name) => !settings.includes(`| \`${name}\` |`));
    expect(unknown).toEqual(['ALIAS_ORIGIN']);
    expect(serverFile('Caddyfile')).toContain('{$ALIAS_ORIGIN:');
  });

  test('end the start with a sentence for each setting that is not filled in', () => {
    let sentences: readonly string[] = [];
    try {
      readSettings(example, root);
    } catch (error) {
      if (error instanceof StartError) sentences = error.message.split('\n');
    }
    const malformed = sentences.map(
      (sentence) => /^(\w+) is (?:missing or )?malformed/.exec(sentence)?.[1],
    );
    expect(malformed).toEqual(Object.keys(real));
  });

  test('are production once they are filled in: no stand-in, and limits by visitor', () => {
    const settings = readSettings({ ...example, ...real }, root);
    expect(settings).not.toHaveProperty('identityProvider');
    expect(settings).not.toHaveProperty('payments');
    expect(settings.variables.VIEWER_ADDRESS_HEADER).toBe('x-viewer-address');
    expect(settings.dataDir).toBe('/var/lib/product');
  });
});

describe('the units', () => {
  test('name files of the project', () => {
    const paths = units.flatMap((unit) => [
      ...serverFile(unit).matchAll(/\/srv\/product\/((?!node_modules|\.astro)\S+)/g),
    ]);
    const started = valuesOf('product.service', 'ExecStart')[0]?.split(' ').at(-1) ?? '';
    const named = [...paths.map((match) => match[1] ?? ''), started];
    expect(named).toContain('infra/local/start.ts');
    expect(named).toContain('infra/server/backup.sh');
    expect(named.filter((path) => !existsSync(`${root}${path}`))).toEqual([]);
  });

  test('read the environment files that docs/server.md installs', () => {
    const guide = readFileSync(`${root}docs/server.md`, 'utf8');
    const files = units.flatMap((unit) => valuesOf(unit, 'EnvironmentFile'));
    const installed = ['product', 'addresses'].map((name) => `/etc/product/${name}.env`);
    expect([...new Set(files)]).toEqual(installed);
    for (const file of files) expect(guide).toMatch(new RegExp(`^install .* ${file}$`, 'm'));
  });

  test('start the product once the clock is right, which docs/server.md has the system wait for', () => {
    for (const key of ['Wants', 'After']) {
      expect(valuesOf('product.service', key).join(' ').split(' ')).toContain('time-sync.target');
    }
    const guide = readFileSync(`${root}docs/server.md`, 'utf8');
    expect(guide).toMatch(/^systemctl enable .*systemd-time-wait-sync\.service/m);
  });

  test('give each timer a service of its name', () => {
    const timers = units.filter((unit) => unit.endsWith('.timer'));
    expect(timers).toHaveLength(2);
    expect(timers.filter((timer) => !names.includes(timer.replace('.timer', '.service')))).toEqual(
      [],
    );
  });

  test('start Node itself as npm start does, and wait for its end longer than the product takes', () => {
    const [program = '', ...args] = valuesOf('product.service', 'ExecStart')[0]?.split(' ') ?? [];
    expect([basename(program), ...args]).toEqual(manifest.scripts.start.split(' '));
    expect(Number(valuesOf('product.service', 'TimeoutStopSec')[0])).toBeGreaterThan(9);
    expect(valuesOf('product.service', 'ExecReload')[0]).toContain('-USR2 $MAINPID');
  });
});

const composeSchema = z.object({
  services: z.record(
    z.string(),
    z.looseObject({
      network_mode: z.string(),
      env_file: z.optional(z.array(z.string())),
      build: z.optional(z.object({ context: z.string(), dockerfile: z.string() })),
      volumes: z.optional(z.array(z.string())),
      healthcheck: z.optional(z.looseObject({ test: z.array(z.string()) })),
    }),
  ),
  volumes: z.record(z.string(), z.unknown()),
});
const { services, volumes } = composeSchema.parse(yaml.load(serverFile('compose.yaml')));

describe('the containers', () => {
  test('are Postgres, the product, Caddy, and one for copies', () => {
    expect(Object.keys(services)).toEqual(['postgres', 'product', 'caddy', 'backup']);
    expect(services.product).toMatchObject({ read_only: true, cap_drop: ['ALL'], init: true });
    expect(Object.values(services).filter((service) => 'ports' in service)).toEqual([]);
    expect(services.postgres?.network_mode).toBe('none');
  });

  test('name files and volumes that exist, and only the files of settings that they may read', () => {
    const sources = Object.values(services).flatMap(({ volumes: used = [] }) =>
      used.map((volume) => volume.split(':', 1)[0] ?? ''),
    );
    const unknown = sources.filter(
      (source) =>
        !(source in volumes) && source !== '/var/backups/product' && !existsSync(folder + source),
    );
    expect(unknown).toEqual([]);
    expect(existsSync(root + services.product?.build?.dockerfile)).toBe(true);
    expect(services.caddy?.env_file).toEqual(['/etc/product/addresses.env']);
  });

  test('run the product as the unit does', () => {
    const dockerfile = serverFile('Dockerfile');
    // The settings lie in a file of each way, and nothing else stands in the environment.
    expect(valuesOf('product.service', 'Environment')).toEqual([]);
    expect(dockerfile).not.toMatch(/^ENV /m);
    const [, command = '[]'] = /^CMD (.+)$/m.exec(dockerfile) ?? [];
    const [program = '', ...args] = z.array(z.string()).parse(JSON.parse(command));
    expect([basename(program), ...args]).toEqual(manifest.scripts.start.split(' '));
    expect(dockerfile).toMatch(/^USER node$/m);
  });
});

test('a backup leaves one of the same second alone, and removes what a power cut left', async () => {
  const copies = mkdtempSync(join(tmpdir(), 'millrace-copies-'));
  const programs = join(copies, 'programs');
  mkdirSync(programs);
  const program = (name: string, text: string) =>
    writeFileSync(join(programs, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  program('date', 'echo 2026-11-22T023000Z');
  program('pg_restore', ':');
  // What stands behind `--file=` is the second argument of the stand-in.
  program('pg_dump', `until [ -e "${copies}/go" ]; do sleep 0.05; done; touch "\${2#--file=}"`);
  const left = join(copies, '2026-11-20T023000Z.unfinished');
  mkdirSync(left);
  utimesSync(left, 0, 0);
  const env = { PATH: `${programs}:${process.env.PATH}`, DATABASE_URL: 'x', DATA_DIR: programs };
  const backUp = () => spawn('bash', [`${folder}backup.sh`, copies], { env });
  const first = backUp();
  const unfinished = join(copies, '2026-11-22T023000Z.unfinished');
  await vi.waitUntil(() => existsSync(unfinished));
  expect(await once(backUp(), 'close')).toEqual([1, null]);
  writeFileSync(join(copies, 'go'), '');
  expect(await once(first, 'close')).toEqual([0, null]);
  expect(readdirSync(join(copies, '2026-11-22T023000Z'))).toEqual(['keys.tar', 'ledger.dump']);
  expect(existsSync(left)).toBe(false);
  rmSync(copies, { recursive: true });
});

test.each(['backup.sh', 'restore.sh'])('%s is a script that bash can read', (name) => {
  expect(spawnSync('bash', ['-n', `${folder}${name}`], { encoding: 'utf8' }).stderr).toBe('');
});
