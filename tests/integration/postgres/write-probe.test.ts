import { describe, expect, test } from 'vitest';
import {
  openServer,
  sqlClientOf,
} from '../../../functions/adapters/postgres/connection/database.ts';
import { openPool } from '../../../functions/adapters/postgres/connection/server.ts';
import { Sql, type SqlClient, sql } from '../../../functions/adapters/postgres/connection/sql.ts';
import {
  writeToDatabase,
  writeToDisk,
} from '../../../functions/adapters/postgres/connection/sql-client.ts';
import { forgetFullBuckets } from '../../../functions/adapters/postgres/session/bucket-store.ts';
import { databaseOfBlock, migratedDatabase } from '../../support/database.ts';
import { now } from '../../support/memory-stores.ts';
import { thoroughness } from '../../support/thoroughness.ts';

const later = (ms: number) => new Date(now.getTime() + ms);

describe.each(thoroughness.databases)('the probe of the %s database', (kind) => {
  const { client, db } = databaseOfBlock(kind);

  test('is one row, which the sweep deletes, and leaves the settings of the connection', async () => {
    for (let ms = 0; ms < 5; ms += 1) {
      await writeToDisk(client, later(ms));
      await writeToDatabase(client, later(ms));
    }
    const rows = await client.query(sql`select key, full_at from rate_limits`);
    expect(rows).toEqual([{ key: 'health', full_at: later(4) }]);
    expect(await client.query(sql`show work_mem`)).toEqual([{ work_mem: '4MB' }]);
    expect(await forgetFullBuckets(db, later(5))).toBe(1);
  });
});

describe('the probe fails on a server', () => {
  /** Asks a new database on connections that begin after the change. */
  async function changedServer(
    change: (database: string) => string,
  ): Promise<SqlClient & AsyncDisposable> {
    const { databaseUrl, client, close } = await migratedDatabase('server');
    const database = new URL(databaseUrl).pathname.slice(1);
    await client.query(new Sql([change(database)], []));
    const db = openServer(openPool({ databaseUrl }));
    const dispose = async () => {
      await db.destroy();
      await close();
    };
    return { ...sqlClientOf(db), [Symbol.asyncDispose]: dispose };
  }

  test('whose files cannot grow, while a row still finds its place', async () => {
    await using client = await changedServer(
      (name) => `alter database ${name} set temp_file_limit = 0`,
    );
    await writeToDatabase(client, now);
    await expect(writeToDisk(client, now)).rejects.toMatchObject({ code: '53400' });
  });

  test('that is read-only', async () => {
    await using client = await changedServer(
      (name) => `alter database ${name} set default_transaction_read_only = on`,
    );
    await expect(writeToDatabase(client, now)).rejects.toMatchObject({ code: '25006' });
    await expect(writeToDisk(client, now)).rejects.toMatchObject({ code: '25006' });
  });
});
