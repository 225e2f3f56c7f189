import { Kysely, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { embeddedDialect } from '../../../../../../functions/adapters/postgres/connection/embedded-driver.ts';
import { asCaller } from '../../../../../../functions/adapters/postgres/connection/turns.ts';

/** A database that only notes what it is asked to run. */
function notingDatabase() {
  const ran: string[] = [];
  const run = async (text: string) => {
    ran.push(text);
    return { rows: [], fields: [] };
  };
  const dialect = embeddedDialect(async () => ({ run, close: async () => undefined }));
  const db = new Kysely<object>({ dialect });
  return { db, ran };
}

type Db = ReturnType<typeof notingDatabase>['db'];

const ask = (db: Db, text: string) => sql.raw(text).execute(db);

/** Asks for many statements at once, as one caller. */
function askOften(db: Db, caller: string, count: number): Promise<unknown> {
  const texts = Array.from({ length: count }, (_, index) => `${caller} ${index}`);
  return Promise.all(texts.map((text) => asCaller(caller, () => ask(db, text))));
}

describe('the only connection of the embedded database', () => {
  test('serves another caller after the next of two hundred statements', async () => {
    const { db, ran } = notingDatabase();
    await ask(db, 'opens it');
    const many = askOften(db, 'attacker', 200);
    await asCaller('user', () => ask(db, 'user'));
    expect(ran.indexOf('user')).toBeLessThanOrEqual(3);
    await many;
    expect(ran).toHaveLength(1 + 200 + 1);
  });

  test('serves callers in turns, and each in the order of its calls', async () => {
    const { db, ran } = notingDatabase();
    await ask(db, 'opens it');
    await Promise.all([askOften(db, 'a', 3), askOften(db, 'b', 2), ask(db, 'nobody')]);
    expect(ran).toEqual(['opens it', 'a 0', 'a 1', 'b 0', 'nobody', 'a 2', 'b 1']);
  });

  test('is one transaction’s until its end, also when it fails', async () => {
    const { db, ran } = notingDatabase();
    const fail = db.transaction().execute(async (trx) => {
      await sql.raw('first').execute(trx);
      throw new Error('changed my mind');
    });
    const other = asCaller('other', () => ask(db, 'other'));
    await expect(fail).rejects.toThrow('changed my mind');
    await other;
    expect(ran).toEqual(['begin', 'first', 'rollback', 'other']);
  });
});
