import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import * as z from 'zod/mini';
import { errorCode } from '../../../functions/adapters/postgres/connection/errors.ts';
import { describeError } from '../describe-error.ts';
import { closeServer } from '../listen.ts';
import { parseJson } from '../parse-json.ts';
import { type Answer, type Command, commandSchema } from './command.ts';
import { MAX_SOCKET_PATH_BYTES, socketFolder, socketPath } from './socket-path.ts';

/** Nobody else on the machine may come near the socket: who can open it can give credits. */
const OWNER_ONLY = 0o700;

/** Largest command, in bytes. */
const MAX_COMMAND_BYTES = 16 * 1_024;

interface OperatorDeps {
  readonly dataDir: string;
  readonly workingDirectory: string;
  readonly run: (command: Command) => Promise<Answer>;
  /** Takes what goes wrong: a command that failed, or that there can be no socket. */
  readonly report: (text: string) => void;
}

/**
 * Takes the operator's commands while the product runs, whose embedded database nobody else can
 * open. It listens on a socket in the data folder, so that the right to that folder is the right
 * to command. Where there can be no socket, the product runs without.
 *
 * @returns ends it, after the commands in hand
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
    // The data folder is ours alone by now, so what lies there is of a process that was killed.
    rmSync(path, { force: true });
    await bind(server, path);
  } catch (error) {
    if (error !== tooLong && errorCode(error) === undefined) throw error;
    const reason = error === tooLong ? tooLong.message : errorCode(error);
    report(`npm run credits cannot reach this product while it runs (${reason}).`);
  }
  return () => closeServer(server);
}

const tooLong = new Error('the path of DATA_DIR is too long for a socket: choose a shorter one');

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { run, report }: OperatorDeps,
): Promise<void> {
  try {
    const text = await readText(request);
    const parsed = z.safeParse(commandSchema, text === undefined ? undefined : parseJson(text));
    if (!parsed.success) return send(response, 400, {});
    send(response, 200, await run(parsed.data));
  } catch (error) {
    report(`a command of the operator failed: ${describeError(error)}`);
    send(response, 500, {});
  }
}

/** The text of a request; nothing when it is longer than a command can be. */
async function readText(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) throw new TypeError('a request is read as bytes');
    size += chunk.length;
    if (size > MAX_COMMAND_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function send(response: ServerResponse, status: number, body: object): void {
  if (response.destroyed) return;
  // One connection a command, so that an end need not wait for the next.
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close' });
  response.end(JSON.stringify(body));
}

function bind(server: Server, path: string): Promise<void> {
  const bound = Promise.withResolvers<void>();
  server.once('error', bound.reject);
  server.listen(path, () => {
    server.off('error', bound.reject);
    bound.resolve();
  });
  return bound.promise;
}
