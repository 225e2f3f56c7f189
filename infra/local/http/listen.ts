import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { Server as AnyServer, ListenOptions } from 'node:net';
import { errorCode } from '../../../functions/adapters/postgres/connection/errors.ts';
import { describeError, isErrno, StartError } from '../errors.ts';

/**
 * Both loopback addresses: browsers try `::1` first for localhost, and another program there would
 * answer in our place. No other address: the local identity provider signs in everybody.
 */
const LOOPBACK = ['127.0.0.1', '::1'] as const;

/** How long open requests may continue after a stop. */
const CLOSE_GRACE_MS = 3_000;

/**
 * Serves HTTP on a port of this machine.
 * @param makeServer called once for each address
 * @returns closes the port, and resolves when the last request has ended or was aborted
 * @throws {StartError} when the port is taken or not allowed
 */
export async function listen(port: number, makeServer: () => Server): Promise<() => Promise<void>> {
  const servers: Server[] = [];
  for (const host of LOOPBACK) {
    const server = makeServer();
    try {
      await bind(server, { host, port, ipv6Only: host.includes(':') });
      servers.push(server);
    } catch (error) {
      if (isErrno(error, 'EADDRNOTAVAIL', 'EAFNOSUPPORT') && servers.length > 0) continue;
      await Promise.all(servers.map(closeServer));
      throw portError(port, error);
    }
  }
  return async () => void (await Promise.all(servers.map(closeServer)));
}

/** A listener whose faults are reported, and answered with 500. */
export function guarded(
  answer: (...exchange: Parameters<RequestListener>) => Promise<void>,
  report: (text: string) => void,
): typeof answer {
  return async (request, response) => {
    try {
      await answer(request, response);
    } catch (error) {
      report(describeError(error));
      if (response.headersSent) response.destroy();
      else response.writeHead(500).end();
    }
  };
}

/** @throws {StartError} for the first port that is not free */
export async function checkPorts(ports: readonly number[]): Promise<void> {
  for (const port of ports) {
    const close = await listen(port, () => createServer((_, response) => response.destroy()));
    await close();
  }
}

/** Rejects with the system's error when the server cannot listen at this address. */
export async function bind(server: AnyServer, address: ListenOptions): Promise<void> {
  server.listen(address);
  await once(server, 'listening');
}

/** Stops a server after its open requests, which have a limited time to finish. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const timeout = setTimeout(() => server.closeAllConnections(), CLOSE_GRACE_MS);
    server.close(() => {
      clearTimeout(timeout);
      resolve();
    });
    server.closeIdleConnections();
  });
}

function portError(port: number, error: unknown): unknown {
  const sentence = sentences[errorCode(error) ?? ''];
  return sentence === undefined ? error : new StartError(`Port ${port} ${sentence}`);
}

const sentences: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is taken: stop what listens there, or choose others, such as PORT=4421.',
  EACCES: 'is not allowed for this user: choose one above 1023, such as PORT=4321.',
};
