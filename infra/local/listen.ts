import { createServer, type Server } from 'node:http';
import { errorCode } from '../../functions/adapters/postgres/connection/errors.ts';
import { isErrno, StartError } from './errors.ts';

/**
 * Both loopback addresses: browsers try `::1` first for localhost, and another program there would
 * answer in our place. No other address: the local identity provider signs in everybody.
 */
const LOOPBACK = ['127.0.0.1', '::1'] as const;

/** How long open requests may continue after a stop. */
const CLOSE_GRACE_MS = 3_000;

/** An open port; `close` resolves when the last request has ended or was aborted. */
interface Listening {
  close(): Promise<void>;
}

/**
 * Serves HTTP on a port of this machine.
 *
 * @param makeServer called once for each address
 * @throws {StartError} when the port is taken or not allowed
 */
export async function listen(port: number, makeServer: () => Server): Promise<Listening> {
  const servers: Server[] = [];
  for (const host of LOOPBACK) {
    const server = makeServer();
    try {
      await bind(server, host, port);
      servers.push(server);
    } catch (error) {
      if (isErrno(error, 'EADDRNOTAVAIL', 'EAFNOSUPPORT') && servers.length > 0) continue;
      await Promise.all(servers.map(closeServer));
      throw portError(port, error);
    }
  }
  return { close: async () => void (await Promise.all(servers.map(closeServer))) };
}

/**
 * Checks that ports are free, before a start does anything else.
 *
 * @throws {StartError} for the first port that is not free
 */
export async function checkPorts(ports: readonly number[]): Promise<void> {
  for (const port of ports) {
    const listening = await listen(port, () =>
      createServer((_request, response) => response.destroy()),
    );
    await listening.close();
  }
}

function bind(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, ipv6Only: host.includes(':') }, () => {
      server.off('error', reject);
      resolve();
    });
  });
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
  switch (errorCode(error)) {
    case 'EADDRINUSE':
      return new StartError(
        `Port ${port} is taken: stop what listens there, or choose others, such as PORT=4421.`,
      );
    case 'EACCES':
      return new StartError(
        `Port ${port} is not allowed for this user: choose one above 1023, such as PORT=4321.`,
      );
    default:
      return error;
  }
}
