import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import type { Pool } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import {
  openServer,
  sqlClientOf,
} from '../../../functions/adapters/postgres/connection/database.ts';
import { openPool } from '../../../functions/adapters/postgres/connection/server.ts';
import { sql } from '../../../functions/adapters/postgres/connection/sql.ts';
import { ping, poolClient } from '../../../functions/adapters/postgres/connection/sql-client.ts';
import {
  systemPacing,
  transact,
} from '../../../functions/adapters/postgres/connection/transact.ts';
import { portOf } from '../../support/any-port.ts';
import { databaseOfTest } from '../../support/database.ts';

/** In the place of twelve seconds. */
const LIMIT_MS = 1_000;

const noAnswer = 'Query read timeout';

const clients = [
  ['the client', (pool: Pool) => poolClient(pool)],
  ['the builder', (pool: Pool) => sqlClientOf(openServer(pool))],
] as const;

test.each(clients)('for %s, a lost answer costs its own statement alone', async (_, clientOf) => {
  const { pool, mute, opened } = await poolBehindProxy();
  const client = clientOf(pool);
  await ping(client);
  mute();
  await expect(ping(client)).rejects.toThrow(noAnswer);
  expect(pool.totalCount).toBe(0);
  for (let call = 0; call < 3; call += 1) await ping(client);
  expect([opened(), pool.totalCount]).toEqual([2, 1]);
});

test.each(clients)(
  'for %s, ten lost answers leave place for ten connections',
  async (_, clientOf) => {
    const { pool, mute } = await poolBehindProxy();
    const client = clientOf(pool);
    const askTenTimes = () => Promise.allSettled(Array.from({ length: 10 }, () => ping(client)));
    await askTenTimes();
    mute();
    const outcomes = (await askTenTimes()).map(({ status }) => status);
    expect(outcomes).toEqual(Array(10).fill('rejected'));
    const next = (await askTenTimes()).map(({ status }) => status);
    expect(next).toEqual(Array(10).fill('fulfilled'));
    expect(pool.totalCount).toBeLessThanOrEqual(10);
  },
);

test('a transaction fails with its statement, and waits for no answer to ROLLBACK', async () => {
  const { pool, mute } = await poolBehindProxy();
  const db = openServer(pool);
  const startedMs = performance.now();
  const asked = db.transaction().execute(async (trx) => {
    await ping(sqlClientOf(trx));
    mute();
    await ping(sqlClientOf(trx));
  });
  await expect(asked).rejects.toThrow(noAnswer);
  expect(performance.now() - startedMs).toBeLessThan(2 * LIMIT_MS);
  await ping(sqlClientOf(db));
});

test('a transaction whose connection the server ends fails with that reason', async () => {
  const { pool } = await poolBehindProxy();
  const db = openServer(pool);
  const asked = db.transaction().execute(async (trx) => {
    // The end comes while the statement sleeps: after its answer, it would race with COMMIT.
    await sqlClientOf(trx).query(sql`select pg_terminate_backend(pg_backend_pid()), pg_sleep(9)`);
  });
  await expect(asked).rejects.toMatchObject({ code: '57P01' });
  await ping(sqlClientOf(db));
});

test('whether a COMMIT without an answer is stored is asked on another connection', async () => {
  const { pool, mute } = await poolBehindProxy();
  const db = openServer(pool);
  await sqlClientOf(db).query(sql`create table stored (value text)`);
  const work = async (trx: typeof db) => {
    await sqlClientOf(trx).query(sql`insert into stored values (${'once'})`);
    mute();
    return 'once';
  };
  const isStored = async (value: string) => {
    const rows = await sqlClientOf(db).query(sql`select from stored where value = ${value}`);
    return rows.length === 1;
  };
  expect(await transact(db, work, systemPacing, isStored)).toBe('once');
});

/**
 * Connections to an empty database through a proxy, which can keep back all further answers on the
 * connections that are open.
 */
async function poolBehindProxy() {
  const { databaseUrl } = await databaseOfTest('server');
  const server = new URL(databaseUrl);
  const clients: Socket[] = [];
  const silent = new Set<Socket>();
  const proxy = createServer((client) => {
    clients.push(client);
    const upstream = connect(Number(server.port), server.hostname);
    client.on('error', () => undefined).on('close', () => upstream.destroy());
    upstream.on('error', () => undefined).on('close', () => client.end());
    client.pipe(upstream);
    upstream.on('data', (bytes) => silent.has(client) || client.write(bytes));
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const behindProxy = new URL(databaseUrl);
  behindProxy.port = String(portOf(proxy));
  const pool = openPool({ databaseUrl: behindProxy.href }, LIMIT_MS);
  onTestFinished(async () => {
    await pool.end();
    for (const client of clients) client.destroy();
    proxy.close();
  });
  const mute = () => {
    for (const client of clients) silent.add(client);
  };
  return { pool, mute, opened: () => clients.length };
}
