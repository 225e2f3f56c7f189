import { once } from 'node:events';
import { createServer } from 'node:net';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import {
  closeDatabases,
  database,
  health,
} from '../../../functions/adapters/postgres/connection/database.ts';
import { isDatabaseUnavailable } from '../../../functions/adapters/postgres/connection/errors.ts';
import { anyPort, portOf } from '../../support/any-port.ts';
import { databaseOfTest, emptyDatabases } from '../../support/database.ts';

afterEach(closeDatabases);

test('a server that does not run is unavailable', async () => {
  const error = await pingError(`postgres://postgres@127.0.0.1:${await anyPort()}/none`);
  expect(isDatabaseUnavailable(error)).toBe(true);
});

test('a server that hangs up is unavailable', async () => {
  const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const error = await pingError(`postgres://postgres@127.0.0.1:${portOf(server)}/none`);
  server.close();
  expect(isDatabaseUnavailable(error)).toBe(true);
});

test('a server that ends our connection is unavailable until the pool has noticed', async () => {
  const home = await databaseOfTest('server');
  const db = database(home);
  const killed = sql`select pg_terminate_backend(pg_backend_pid())`.execute(db);
  const error = await killed.catch((reason: unknown) => reason);
  expect(isDatabaseUnavailable(error)).toBe(true);
  // The pool may hand out the broken connection once more before it learns of its end.
  const next = await pingError(home.databaseUrl);
  expect(next === undefined || isDatabaseUnavailable(next)).toBe(true);
  await health(db).ping();
});

test('a missing database is a fault of the settings, not unavailable', async () => {
  const home = await emptyDatabases.server();
  await home.remove();
  expect(isDatabaseUnavailable(await pingError(home.databaseUrl))).toBe(false);
});

async function pingError(databaseUrl: string): Promise<unknown> {
  return health(database({ databaseUrl }))
    .ping()
    .then(
      () => undefined,
      (reason: unknown) => reason,
    );
}
