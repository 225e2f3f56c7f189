import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import {
  closeDatabases,
  database,
} from '../../../functions/adapters/postgres/connection/database.ts';
import { openDatabase } from '../../../infra/local/data/open-database.ts';
import { StartError } from '../../../infra/local/errors.ts';
import { portOf } from '../../support/any-port.ts';
import { databaseKinds, databaseOfTest } from '../../support/database.ts';
import { makeOutdated, outdated } from '../../support/former-database.ts';

const stopped = new Error('stopped');

afterEach(() => closeDatabases());

it('lets only the owner read the embedded database, even in a folder that everybody may read', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-open-'));
  chmodSync(folder, 0o755);
  const database = join(folder, 'database');
  await openDatabase(pathToFileURL(database).href, new AbortController().signal);
  await closeDatabases();
  expect(statSync(database).mode & 0o777).toBe(0o700);
  rmSync(folder, { recursive: true });
});

it.each(databaseKinds)(
  'says in one sentence what to do with an outdated %s database',
  async (kind) => {
    const home = await databaseOfTest(kind);
    await makeOutdated(database(home));
    await closeDatabases();
    const opening = openDatabase(home.databaseUrl, new AbortController().signal);
    await expect(opening).rejects.toThrow(new StartError(outdated));
  },
);

describe('a stop while the database opens', () => {
  it('does not wait for a server that accepts the connection and never answers', async () => {
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

  it('does not wait for the embedded database, which can still be closed', async () => {
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

  it('that came earlier opens nothing', async () => {
    await expect(openDatabase('nonsense', AbortSignal.abort(stopped))).rejects.toBe(stopped);
  });
});
