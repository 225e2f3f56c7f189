import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/** A loopback port of the system's choice on which nobody listens any more. */
export async function anyPort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const port = portOf(probe);
  probe.close();
  await once(probe, 'close');
  return port;
}

/** The port on which a server listens. */
export function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}
