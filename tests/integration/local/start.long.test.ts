import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { site } from '../../../src/site.config.ts';
import { freePort } from '../../support/free-ports.ts';
import { takeDrawn } from '../../support/site-copy.ts';
import { signInOverHttp } from '../journeys/sign-in-over-http.ts';
import { serve } from './serve.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

let folder: string;
let port: number;
let children: ChildProcess[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-start-'));
  port = await freePort();
  children = [];
});

afterEach(async () => {
  for (const child of children) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'close');
  }
  rmSync(folder, { recursive: true, force: true });
});

function locks(): string[] {
  return readdirSync(join(folder, 'data')).filter((name) => name.startsWith('lock'));
}

interface Started {
  readonly child: ChildProcess;
  readonly output: { stdout: string; stderr: string };
  /** Resolves with the exit code. */
  readonly ended: Promise<number | null>;
  /** Resolves when the line is printed; rejects when the process ends before. */
  says(line: string): Promise<void>;
}

function start(variables: Readonly<Record<string, string>> = {}, args: string[] = []): Started {
  const env = { PATH: process.env.PATH, PORT: String(port), DATA_DIR: join(folder, 'data') };
  const child = spawn(process.execPath, ['infra/local/start.ts', ...args], {
    cwd: root,
    env: { ...env, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  const output = { stdout: '', stderr: '' };
  const ended = once(child, 'close').then(([code]) => code);
  child.stderr.on('data', (chunk) => {
    output.stderr += chunk;
  });
  child.stdout.on('data', (chunk) => {
    output.stdout += chunk;
  });
  const says = (line: string) => {
    const found = Promise.withResolvers<void>();
    const look = () => {
      if (output.stdout.split('\n').includes(line)) found.resolve();
    };
    child.stdout.on('data', look);
    void ended.then(() => found.reject(new Error(`it ended: ${output.stderr}`)));
    return found.promise;
  };
  return { child, output, ended, says };
}

/** Expects a start to end with one sentence about the obstacle. */
async function expectRefusal(
  variables: Readonly<Record<string, string>>,
  expected: RegExp | string,
): Promise<void> {
  const { output, ended } = start(variables);
  expect(await ended).toBe(1);
  expect(output.stderr.trimEnd().split('\n')).toHaveLength(1);
  expect(output.stderr).toMatch(expected);
  expect(output.stderr).not.toMatch(/^\s+at /m);
}

describe('a failing start says in one sentence', () => {
  it.each([
    [{ PORT: 'abc' }, /^PORT is "abc"; .*set PORT=/],
    [{ DATABASE_URL: 'postgres:' }, /^DATABASE_URL is malformed; .* a host and the name /],
  ])('that %j is malformed', (variables, expected) => expectRefusal(variables, expected));

  it.each([0, 2])('that the port %i after the first is taken', async (offset) => {
    const taken = port + offset;
    const other = spawn(process.execPath, ['-e', listenScript, String(taken)], { stdio: 'pipe' });
    children.push(other);
    await once(other.stdout, 'data');
    await expectRefusal({}, `Port ${taken} is taken: `);
  });

  it('that the embedded database is damaged', async () => {
    mkdirSync(join(folder, 'data', 'database'), { recursive: true });
    writeFileSync(join(folder, 'data', 'database', 'PG_VERSION'), 'nonsense');
    await expectRefusal({}, /^The database .* cannot be opened .* DATA_DIR=/);
    expect(locks()).toEqual([]);
  });

  it('that a file is in the place of the embedded database', async () => {
    mkdirSync(join(folder, 'data'));
    writeFileSync(join(folder, 'data', 'database'), '');
    await expectRefusal({}, /^The database .* cannot be opened \(EEXIST\): /);
  });

  it('that no database answers, without the password', async () => {
    const DATABASE_URL = `postgres://user:password@localhost:${port}/x`;
    const { output, ended } = start({ DATABASE_URL });
    expect(await ended).toBe(1);
    expect(output.stderr).toMatch(/^No database answers at localhost:\d+ \(ECONNREFUSED\): /);
    expect(output.stderr).not.toContain('password');
  });

  it('that something else than a database answers', async () => {
    const web = await serve(() => (_request, response) => response.end('hello'));
    const { port: other } = new URL(web.origin);
    await expectRefusal({ DATABASE_URL: `postgres://u@localhost:${other}/x` }, /^No database answ/);
    await web.close();
  });

  it('that an option is unknown', async () => {
    const { output, ended } = start({}, ['--nonsense']);
    expect(await ended).toBe(1);
    expect(output.stderr).toBe('There is no option --nonsense: see npm start -- --help.\n');
  });
});

/** The address on which servers listen by default. */
const listenScript = `require('node:net').createServer().listen(Number(process.argv[1]), () => console.log('listening'))`;

it('--help names every setting and starts nothing', async () => {
  const { output, ended } = start({}, ['--help']);
  expect(await ended).toBe(0);
  const documented = readFileSync(join(root, 'docs/settings.md'), 'utf8').matchAll(
    /^\| `(\w+)` /gm,
  );
  const named = output.stdout.matchAll(/^ {2}([A-Z_\d]+): \S.* \(.+\)$/gm);
  expect([...named].map(([, name]) => name)).toEqual([...documented].map(([, name]) => name));
  expect(output.stdout).toContain(
    '\n  DATA_DIR: Embedded database, built site, generated keys (.data)\n',
  );
  expect(existsSync(join(folder, 'data'))).toBe(false);
});

describe('the product', () => {
  it('keeps sessions and the built site through a kill, refuses a second instance, and stops at Ctrl-C', async () => {
    const product = {
      origin: `http://localhost:${port}`,
      providerOrigin: `http://localhost:${port + 2}`,
      paymentsOrigin: `http://localhost:${port + 3}`,
    };
    await takeDrawn(join(folder, 'data/astro-cache'));
    const first = start();
    await first.says('ready');
    await expectAnswers(product);
    for (const secret of ['trial-key-secret', 'payment-secrets.json']) {
      expect(statSync(join(folder, 'data', secret)).mode & 0o777).toBe(0o600);
    }
    const cookie = await signInTenTimes(product);
    first.child.kill('SIGKILL');
    await first.ended;
    expect(locks()).toHaveLength(1);

    const second = start();
    await second.says('ready');
    expect(second.output.stdout).toContain('The site is built already');
    expect(second.output.stdout).not.toContain('Building the site');
    await expectSignedIn(product, cookie);
    await expectRefusal({}, `in use by another running instance (process ${second.child.pid})`);
    second.child.kill('SIGINT');
    expect(await second.ended).toBe(0);
    expect(locks()).toEqual([]);
  }, 240_000);

  it('that is stopped during its start leaves nothing behind', async () => {
    const { child, ended, says, output } = start();
    await says('Building the site …');
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(output.stdout).not.toContain('ready');
    expect(locks()).toEqual([]);
  });
});

interface Product {
  readonly origin: string;
  readonly providerOrigin: string;
  readonly paymentsOrigin: string;
}

async function expectAnswers({ origin, providerOrigin, paymentsOrigin }: Product): Promise<void> {
  expect((await fetch(`${origin}/`)).status).toBe(200);
  expect(await (await fetch(`${origin}/api/health`)).json()).toEqual({ status: 'ok' });
  expect((await fetch(`${providerOrigin}/.well-known/jwks.json`)).status).toBe(200);
  expect((await fetch(paymentsOrigin)).status).toBe(200);
}

/** Signs one address in from ten browsers at once, which share its one trial. */
async function signInTenTimes(product: Product): Promise<string> {
  const cookies = await Promise.all(
    Array.from({ length: 10 }, () => signInOverHttp(product, 'ann@example.com')),
  );
  for (const cookie of cookies) {
    const balance = await fetch(`${product.origin}/api/credits`, { headers: { cookie } });
    const grants = [{ remaining: site.trial.credits }];
    expect(await balance.json()).toMatchObject({ available: site.trial.credits, held: 0, grants });
  }
  return cookies[0] ?? '';
}

async function expectSignedIn({ origin }: Product, cookie: string): Promise<void> {
  const me = await fetch(`${origin}/api/auth/me`, { headers: { cookie } });
  const app_metadata = { credits: site.trial.credits };
  expect(await me.json()).toMatchObject({ email: 'ann@example.com', app_metadata });
}
