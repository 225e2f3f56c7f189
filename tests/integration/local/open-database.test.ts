import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { closeDatabases } from '../../../functions/adapters/postgres/database.ts';
import { openDatabase } from '../../../infra/local/open-database.ts';

const stopped = new Error('stopped');

afterEach(() => closeDatabases());

describe('a stop while the database opens', () => {
  it('does not wait for a server that takes the connection and says nothing', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const stop = new AbortController();
    const opening = openDatabase(`postgres://u@127.0.0.1:${portOf(server)}/x`, stop.signal);
    const [socket]: Socket[] = await once(server, 'connection');
    stop.abort(stopped);
    await expect(opening).rejects.toBe(stopped);
    expect(socket?.destroyed).toBe(false);
    socket?.destroy();
    server.close();
  });

  it('does not wait for the embedded database, which can be closed all the same', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'millrace-open-'));
    const { href } = pathToFileURL(join(folder, 'database'));
    const stop = new AbortController();
    const opening = openDatabase(href, stop.signal);
    stop.abort(stopped);
    await expect(opening).rejects.toBe(stopped);
    await closeDatabases();
    await openDatabase(href, new AbortController().signal);
    await closeDatabases();
    rmSync(folder, { recursive: true });
  });

  it('that came before it opens nothing', async () => {
    await expect(openDatabase('nonsense', AbortSignal.abort(stopped))).rejects.toBe(stopped);
  });
});

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening on a port');
  return address.port;
}
