import { type Kysely, sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  closeDatabases,
  database,
} from '../../../functions/adapters/postgres/connection/database.ts';
import {
  ContentionError,
  isDatabaseUnavailable,
} from '../../../functions/adapters/postgres/connection/errors.ts';
import {
  MAX_ATTEMPTS,
  type Pacing,
  transact,
} from '../../../functions/adapters/postgres/connection/transact.ts';
import { insertWallet } from '../../../functions/adapters/postgres/ledger/wallet-rows.ts';
import type { Schema } from '../../../functions/adapters/postgres/schema/schema.ts';
import { databaseKinds, type MigratedDatabase, migratedDatabase } from '../../support/database.ts';
import { day0 } from '../../support/sign-ins.ts';

const walletId = '01957d2e-0000-7000-8000-000000000001';

describe.each(databaseKinds)('a transaction on the %s database', (kind) => {
  let home: MigratedDatabase;
  let db: Kysely<Schema>;

  beforeAll(async () => {
    home = await migratedDatabase(kind);
    db = home.db;
    return home.close;
  });

  beforeEach(async () => {
    await db.deleteFrom('wallets').execute();
    await transact(db, (trx) => insertWallet(trx, walletId, day0));
  });

  async function available(from: Kysely<Schema>): Promise<number> {
    const wallet = await from.selectFrom('wallets').select('available').executeTakeFirstOrThrow();
    return wallet.available;
  }

  async function addOne(trx: Kysely<Schema>): Promise<void> {
    const read = await available(trx);
    await trx
      .updateTable('wallets')
      .set({ available: read + 1 })
      .execute();
  }

  test('is isolated: twenty that read and then write lose no update', async () => {
    await Promise.all(Array.from({ length: 20 }, () => transact(db, addOne)));
    expect(await available(db)).toBe(20);
  });

  test('is invisible to a plain query, and a plain query is no part of it', async () => {
    const plain: Promise<number>[] = [];
    const rollback = transact(db, async (trx) => {
      await addOne(trx);
      plain.push(available(db));
      await addOne(trx);
      throw new Error('changed my mind');
    });
    await expect(rollback).rejects.toThrow('changed my mind');
    expect(await Promise.all(plain)).toEqual([0]);
    expect(await available(db)).toBe(0);
  });

  test('that conflicts is retried, after pauses that grow up to a limit', async () => {
    const { pacing, pauses } = recorded();
    let attempts = 0;
    const result = await transact(
      db,
      async (trx) => {
        attempts += 1;
        await addOne(trx);
        if (attempts < 9) await raise(trx, '40001');
        return 'done';
      },
      pacing,
    );
    expect(result).toBe('done');
    expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 160, 160]);
    expect(await available(db)).toBe(1);
  });

  test('that the database chose to end a deadlock is retried', async () => {
    const { pacing, pauses } = recorded();
    let attempts = 0;
    const work = async (trx: Kysely<Schema>) => {
      attempts += 1;
      if (attempts === 1) await raise(trx, '40P01');
    };
    await transact(db, work, pacing);
    expect(pauses).toHaveLength(1);
  });

  test('that always conflicts ends in a ContentionError with the last conflict as cause', async () => {
    const { pacing, pauses } = recorded();
    const endless = transact(db, (trx) => raise(trx, '40001'), pacing);
    const error = await endless.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ContentionError);
    expect(error).toMatchObject({ cause: { code: '40001' } });
    expect(isDatabaseUnavailable(error)).toBe(true);
    expect(pauses).toHaveLength(MAX_ATTEMPTS - 1);
  });

  test('that fails otherwise is not retried', async () => {
    const { pacing, pauses } = recorded();
    const failing = transact(db, (trx) => raise(trx, '23514'), pacing);
    await expect(failing).rejects.toMatchObject({ code: '23514' });
    expect(pauses).toEqual([]);
  });

  test('under way is finished before the database closes', async () => {
    let closing: Promise<void> | undefined;
    await transact(db, async (trx) => {
      await addOne(trx);
      closing = closeDatabases();
      await addOne(trx);
    });
    await closing;
    db = database(home);
    expect(await available(db)).toBe(2);
  });

  test('cannot make a balance negative', async () => {
    const overdraw = db.updateTable('wallets').set({ available: -1 }).execute();
    await expect(overdraw).rejects.toMatchObject({ code: '23514' });
  });

  test('reads a bigint as a number and refuses one beyond the safe integers', async () => {
    const read = (value: string) => sql<{ n: unknown }>`select ${value}::bigint as n`.execute(db);
    expect((await read('9007199254740991')).rows).toEqual([{ n: Number.MAX_SAFE_INTEGER }]);
    await expect(read('9007199254740992')).rejects.toThrow(RangeError);
    expect((await read('1')).rows).toEqual([{ n: 1 }]);
  });
});

/** Makes the database itself fail with a code, so that the test covers the real error. */
async function raise(db: Kysely<Schema>, code: string): Promise<void> {
  const message = `do $$ begin raise exception 'test' using errcode = '${code}'; end $$`;
  await sql.raw(message).execute(db);
}

/** Pauses that take no time and are recorded; the random number is always a half. */
function recorded(): { readonly pacing: Pacing; readonly pauses: number[] } {
  const pauses: number[] = [];
  const wait = async (ms: number) => {
    pauses.push(ms);
  };
  return { pacing: { random: () => 0.5, wait }, pauses };
}
