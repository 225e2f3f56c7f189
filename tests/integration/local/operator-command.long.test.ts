import { type ChildProcess, execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { userStore } from '../../../functions/adapters/postgres/account/user-store.ts';
import {
  closeDatabases,
  database,
} from '../../../functions/adapters/postgres/connection/database.ts';
import { serveOperator, socketPath } from '../../../infra/local/credits/operator-socket.ts';
import { runCommand } from '../../../infra/local/credits/run-command.ts';
import { lockDataFolder } from '../../../infra/local/data/data-folder.ts';
import { site } from '../../../src/site.config.ts';
import { copyTemplate } from '../../support/database.ts';
import { aSignIn } from '../../support/sign-ins.ts';
import { sharedCompileCache } from '../../support/site-copy.ts';

// The program that the tests start has the figures of the product.
vi.unmock('../../../src/site.config.ts');

const root = fileURLToPath(new URL('../../..', import.meta.url));

let dataDir: string;
let databaseUrl: string;
const running: ChildProcess[] = [];

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'operator-'));
  databaseUrl = pathToFileURL(join(dataDir, 'database')).href;
  copyTemplate(join(dataDir, 'database'));
  await userStore(database({ databaseUrl })).signIn(aSignIn('auth0|ada', { now: new Date() }));
  await closeDatabases();
});

afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command as npm does. */
function credits(args: readonly string[], variables: Readonly<Record<string, string>> = {}) {
  const ended = Promise.withResolvers<Ended>();
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, ...sharedCompileCache(), ...variables };
  const program = join(root, 'infra/local/credits.ts');
  const child = execFile(
    process.execPath,
    [program, ...args],
    { cwd: root, env },
    (_error, stdout, stderr) => ended.resolve({ code: child.exitCode ?? -1, stdout, stderr }),
  );
  running.push(child);
  return ended.promise;
}

/** No command of this test asks the payment service. */
function noStripe(): never {
  throw new Error('the payment service was asked');
}

/** Simulates the running product: its socket, and the database that it has open. */
async function runProduct(): Promise<() => Promise<void>> {
  const db = database({ databaseUrl });
  const close = await serveOperator({
    dataDir,
    workingDirectory: process.cwd(),
    run: (command) =>
      runCommand(command, {
        ...{ db, now: new Date(), randomBytes, stripe: noStripe },
        siteOrigin: 'http://localhost',
      }),
    report: (text) => {
      throw new Error(text);
    },
  });
  return async () => {
    await close();
    await closeDatabases();
  };
}

test('the command works on the database of a running product, or opens the database itself', async () => {
  const close = await runProduct();
  const held = await credits(['hold', '--user', 'auth0|ada', '--amount', '6', '--json']);
  expect(held).toMatchObject({ code: 0, stderr: '' });
  const { id } = JSON.parse(held.stdout);
  const wanted = site.trial.credits - 5;
  const refused = await credits(['hold', '--user', 'auth0|ada', '--amount', String(wanted)]);
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toMatch(
    new RegExp(` ${wanted - 1} of the ${wanted} credits .* \\(credits_insufficient\\)\\n$`),
  );
  await close();
  const captured = await credits(['capture', id, '--amount', '2']);
  expect(captured).toMatchObject({ code: 0, stderr: '' });
  expect(captured.stdout).toMatch(
    new RegExp(
      `^2 credits are captured, and 4 released\\.\\navailable ${site.trial.credits - 2}, held 0\\nkey `,
    ),
  );
});

describe('the command says in one sentence', () => {
  test('that it is misused, with exit code 2', async () => {
    const misused = await credits(['grant', '--user', 'auth0|ada', '--amount', '5']);
    expect(misused).toMatchObject({ code: 2, stdout: '' });
    expect(misused.stderr).toMatch(/^--reason is missing; .*\n$/);
  });

  test('that there is no database', async () => {
    const none = join(dataDir, 'none');
    const ended = await credits(['audit'], { DATA_DIR: none });
    expect(ended).toMatchObject({ code: 3, stdout: '' });
    expect(ended.stderr).toMatch(/^There is no database in DATA_DIR .*: run npm start once/);
    expect(existsSync(none)).toBe(false);
  });

  test('that another process has the folder and offers no socket', async () => {
    const unlock = lockDataFolder(dataDir);
    const ended = await credits(['audit']);
    unlock();
    expect(ended).toMatchObject({ code: 3, stdout: '' });
    expect(ended.stderr).toMatch(/^The product that uses this DATA_DIR is starting or stopping: /);
  });

  test('that no server answers', async () => {
    const ended = await credits(['audit'], { DATABASE_URL: 'postgres://127.0.0.1:1/none' });
    expect(ended).toMatchObject({ code: 3, stdout: '' });
    expect(ended.stderr).toMatch(/^No database answers at 127\.0\.0\.1:1 /);
  });
});

describe('the socket', () => {
  test('lies in a folder of the owner alone, and replaces one that was left behind', async () => {
    mkdirSync(join(dataDir, 'operator'), { recursive: true, mode: 0o777 });
    writeFileSync(join(dataDir, 'operator', 'socket'), '');
    const close = await runProduct();
    expect(statSync(join(dataDir, 'operator')).mode & 0o777).toBe(0o700);
    expect(await credits(['keys', 'list'])).toMatchObject({ code: 0 });
    await close();
    expect(existsSync(join(dataDir, 'operator', 'socket'))).toBe(false);
  });

  test.each([
    ['no JSON', 'grant'],
    ['no command', '{"command":"drop"}'],
    ['a command without its fields', '{"command":"grant","user":"auth0|ada"}'],
    ['more than a command', `{"command":"audit","x":"${'x'.repeat(20_000)}"}`],
  ])('refuses %s', async (_what, body) => {
    const close = await runProduct();
    expect(await statusOf(body)).toBe(400);
    await close();
  });

  test('reports a failed command in the log and to the caller', async () => {
    const reports: string[] = [];
    const close = await serveOperator({
      dataDir,
      workingDirectory: process.cwd(),
      run: () => Promise.reject(new Error('it broke')),
      report: (text) => reports.push(text),
    });
    const ended = await credits(['audit']);
    await close();
    expect(ended).toMatchObject({ code: 3, stdout: '' });
    expect(ended.stderr).toMatch(/^The running product could not do this: its output says why\./);
    expect(reports.join()).toContain('it broke');
  });

  test('is not made where its path would be too long, and the product reports that', async () => {
    const reports: string[] = [];
    const close = await serveOperator({
      dataDir: join(dataDir, 'long'.repeat(40)),
      workingDirectory: '/',
      run: () => Promise.reject(new Error('nobody asks')),
      report: (text) => reports.push(text),
    });
    await close();
    expect(reports).toEqual([expect.stringContaining('choose a shorter one')]);
  });
});

function statusOf(body: string): Promise<number | undefined> {
  const answered = Promise.withResolvers<number | undefined>();
  const path = socketPath(dataDir, process.cwd());
  request({ socketPath: path, method: 'POST', path: '/' }, (response) => {
    response.resume();
    answered.resolve(response.statusCode);
  })
    .on('error', answered.reject)
    .end(body);
  return answered.promise;
}
