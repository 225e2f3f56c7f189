import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import {
  closeDatabases,
  database,
  sqlClientOf,
} from '../../../functions/adapters/postgres/connection/database.ts';
import { isDatabaseUnavailable } from '../../../functions/adapters/postgres/connection/errors.ts';
import { sql } from '../../../functions/adapters/postgres/connection/sql.ts';
import { ping, sqlClient } from '../../../functions/adapters/postgres/connection/sql-client.ts';
import { anyPort, portOf } from '../../support/any-port.ts';
import { databaseOfTest } from '../../support/database.ts';

afterEach(closeDatabases);

describe.each([
  ['the client', sqlClient],
  ['the builder', (home: { readonly databaseUrl: string }) => sqlClientOf(database(home))],
])('for %s', (_, clientOf) => {
  const pingError = (home: { readonly databaseUrl: string }) => errorOf(ping(clientOf(home)));

  test('a server that does not run is unavailable', async () => {
    const databaseUrl = `postgres://postgres@127.0.0.1:${await anyPort()}/none`;
    expect(isDatabaseUnavailable(await pingError({ databaseUrl }))).toBe(true);
  });

  test('a server that hangs up is unavailable', async () => {
    const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const databaseUrl = `postgres://postgres@127.0.0.1:${portOf(server)}/none`;
    const error = await pingError({ databaseUrl });
    server.close();
    expect(isDatabaseUnavailable(error)).toBe(true);
  });

  test('a server that ends our connection is unavailable, and the next call gets another one', async () => {
    const home = await databaseOfTest('server');
    const client = clientOf(home);
    const killed = client.query(sql`select pg_terminate_backend(pg_backend_pid())`);
    expect(isDatabaseUnavailable(await errorOf(killed))).toBe(true);
    await ping(client);
  });

  test('a missing database is a fault of the settings, not unavailable', async () => {
    const home = await databaseOfTest('server');
    await home.remove();
    const error = await pingError(home);
    expect(error).toMatchObject({ code: '3D000' });
    expect(isDatabaseUnavailable(error)).toBe(false);
  });
});

function errorOf(asked: Promise<unknown>): Promise<unknown> {
  return asked.then(
    () => undefined,
    (reason: unknown) => reason,
  );
}
