import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import * as z from 'zod/mini';
import { errorCode } from '../../../functions/adapters/postgres/connection/errors.ts';
import { parseJson } from '../data/data-folder.ts';
import { describeError, isErrno, StartError } from '../errors.ts';
import { bind, closeServer } from '../http/listen.ts';
import { readBody } from '../http/read-request.ts';
import { type Command, type CommandResult, commandResultSchema, commandSchema } from './command.ts';

/** The socket's user can grant credits, so its folder belongs to the owner alone. */
const OWNER_ONLY = 0o700;
const MAX_COMMAND_BYTES = 16 * 1_024;
/** How long a command may take; the audit of a large ledger takes longest. */
const COMMAND_TIMEOUT_MS = 10 * 60_000;
/**
 * The longest path of a Unix domain socket, in bytes: `sun_path` has 108 on Linux and 104 on macOS,
 * with a zero at its end (`man 7 unix`).
 */
const MAX_SOCKET_PATH_BYTES = 103;

interface OperatorDeps {
  readonly dataDir: string;
  readonly workingDirectory: string;
  readonly run: (command: Command) => Promise<CommandResult>;
  /** Logs a failed command, and a socket that could not be made. */
  readonly report: (text: string) => void;
}

/**
 * Accepts the operator's commands while the product runs, as no other process can open an embedded
 * database then. Where no socket can be made, the product runs without one.
 * @returns closes the socket after the commands under way
 */
export async function serveOperator(deps: OperatorDeps): Promise<() => Promise<void>> {
  const { dataDir, workingDirectory, report } = deps;
  const server = createServer((request, response) => void answer(request, response, deps));
  try {
    const folder = socketFolder(dataDir);
    mkdirSync(folder, { recursive: true, mode: OWNER_ONLY });
    chmodSync(folder, OWNER_ONLY);
    const path = socketPath(dataDir, workingDirectory);
    if (Buffer.byteLength(path) > MAX_SOCKET_PATH_BYTES) throw tooLong;
    // This process holds the lock of the data folder, so a killed process left an existing socket.
    rmSync(path, { force: true });
    await bind(server, { path });
  } catch (error) {
    if (error !== tooLong && errorCode(error) === undefined) throw error;
    const reason = error === tooLong ? tooLong.message : errorCode(error);
    report(`npm run credits cannot reach this product while it runs (${reason}).`);
  }
  return () => closeServer(server);
}

/** The socket's path, from the root or from the working directory, whichever is shorter. */
export function socketPath(dataDir: string, workingDirectory: string): string {
  const absolute = join(socketFolder(dataDir), 'socket');
  const short = relative(workingDirectory, absolute);
  return short.length < absolute.length ? short : absolute;
}

/**
 * Sends a command to the product that runs with this data folder.
 * @returns nothing when none runs
 * @throws {StartError} when the product cannot carry out the command
 */
export async function askRunningProduct(
  path: string,
  command: Command,
): Promise<CommandResult | undefined> {
  try {
    const response = await post(path, JSON.stringify(command));
    const body = await text(response);
    if (response.statusCode === 200) return commandResultSchema.parse(JSON.parse(body));
  } catch (error) {
    // There is no socket, or a killed process left it behind.
    if (isErrno(error, 'ENOENT', 'ECONNREFUSED')) return undefined;
    if (isErrno(error, 'EACCES')) throw new StartError(notAllowed);
    throw error;
  }
  throw new StartError(failed);
}

function socketFolder(dataDir: string): string {
  return join(dataDir, 'operator');
}

const tooLong = new Error('the path of DATA_DIR is too long for a socket: choose a shorter one');
const notAllowed =
  'The running product belongs to another user: run this command as the user who started it.';
const failed =
  'The running product could not do this: its output says why. If it is of another version than this command, start it anew.';

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { run, report }: OperatorDeps,
): Promise<void> {
  try {
    const body = await readBody(request, MAX_COMMAND_BYTES);
    const parsed = z.safeParse(commandSchema, parseJson(body?.toString('utf8') ?? ''));
    if (!parsed.success) return send(response, 400, {});
    send(response, 200, await run(parsed.data));
  } catch (error) {
    report(`a command of the operator failed: ${describeError(error)}`);
    send(response, 500, {});
  }
}

function send(response: ServerResponse, status: number, body: object): void {
  if (response.destroyed) return;
  // One connection for each command, so that a stop need not wait for idle connections.
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close' });
  response.end(JSON.stringify(body));
}

function post(path: string, body: string): Promise<IncomingMessage> {
  const answered = Promise.withResolvers<IncomingMessage>();
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  const options = { socketPath: path, method: 'POST', path: '/', headers };
  const sent = request({ ...options, timeout: COMMAND_TIMEOUT_MS })
    .on('response', answered.resolve)
    .on('timeout', () => sent.destroy(new StartError(timedOut)))
    .on('error', answered.reject);
  sent.end(body);
  return answered.promise;
}

const timedOut = 'The running product did not answer in time.';
