import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { portOf } from '../../../support/any-port.ts';

/** The result of an event's function, or the error that Lambda would show. */
export type Invoked =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: unknown };

/** The Lambda service of one function. */
export interface RuntimeApi {
  /** Where the function's process finds it: a host with a port. */
  readonly address: string;
  invoke(event: unknown): Promise<Invoked>;
  /** Ends every call, as when the process of the function has ended. */
  fail(error: unknown): void;
  close(): void;
}

interface Invocation {
  readonly id: string;
  readonly event: unknown;
  readonly settle: (invoked: Invoked) => void;
}

const PREFIX = '/2018-06-01/runtime/';

/** As long as API Gateway waits. */
const TIMEOUT_MS = 29_000;

/**
 * Serves the runtime API: a function asks for the next event, and sends its result or its error. One
 * event is under way at a time, as in an environment of Lambda.
 * Source: "Using the Lambda runtime API for custom runtimes" in the Lambda developer guide.
 */
export async function startRuntimeApi(): Promise<RuntimeApi> {
  const waiting: Invocation[] = [];
  const running = new Map<string, Invocation>();
  let asking: ServerResponse | undefined;
  let broken: Invoked | undefined;

  const hand = () => {
    const invocation = asking && waiting.shift();
    if (!asking || !invocation) return;
    running.set(invocation.id, invocation);
    const headers = {
      'content-type': 'application/json',
      'lambda-runtime-aws-request-id': invocation.id,
      'lambda-runtime-deadline-ms': String(Date.now() + TIMEOUT_MS),
    };
    asking.writeHead(200, headers).end(JSON.stringify(invocation.event));
    asking = undefined;
  };
  const fail = (error: unknown) => {
    broken = { ok: false, error };
    for (const { settle } of [...waiting.splice(0), ...running.values()]) settle(broken);
    running.clear();
  };
  const server = createServer(async (request, response) => {
    const path = (request.url ?? '').replace(PREFIX, '');
    if (path === 'invocation/next') {
      asking = response;
      hand();
      return;
    }
    const body = await bodyOf(request);
    const [, id = '', end] = /^invocation\/([^/]+)\/(response|error)$/.exec(path) ?? [];
    if (path === 'init/error') fail(body);
    running
      .get(id)
      ?.settle(end === 'response' ? { ok: true, value: body } : { ok: false, error: body });
    running.delete(id);
    response.writeHead(202).end('{}');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    address: `127.0.0.1:${portOf(server)}`,
    invoke: (event) => {
      if (broken) return Promise.resolve(broken);
      return new Promise((settle) => {
        waiting.push({ id: randomUUID(), event, settle });
        hand();
      });
    },
    fail,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  return text === '' ? undefined : JSON.parse(text);
}
