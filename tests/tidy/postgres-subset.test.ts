import { DummyDriver, Kysely, PostgresDialect } from 'kysely';
import { describe, expect, test } from 'vitest';
import { LockFreeAdapter } from '../../functions/adapters/postgres/connection/database.ts';
import { migrations } from '../../functions/adapters/postgres/schema/migrate.ts';
import { dsqlOffences } from '../support/dsql-subset.ts';

const tableTypes = /^(text|uuid|bigint|boolean|timestamptz|smallint)$/;

/** The faults of a statement, by name: those of Aurora DSQL, and what a server or PGlite lacks. */
function offences(statement: string): readonly string[] {
  const isRepeatable =
    !/^(create|drop|alter)\b/i.test(statement) || /\bif (not )?exists\b/i.test(statement);
  return [
    ...dsqlOffences(statement),
    ...(isRepeatable ? [] : ['a statement that fails the second time']),
    ...(/\bcreate\s+unique\b/i.test(statement) ? ['a unique index of its own'] : []),
    ...(/\bindex\b.*\(.*\(/i.test(statement) ? ['an index on an expression'] : []),
  ];
}

/** Runs every migration on a driver that does nothing, and returns the SQL. */
async function statementsOf(indexesAsynchronously: boolean): Promise<readonly string[]> {
  const statements: string[] = [];
  class SilentDialect extends PostgresDialect {
    override createDriver(): DummyDriver {
      return new DummyDriver();
    }
    override createAdapter(): LockFreeAdapter {
      return new LockFreeAdapter(indexesAsynchronously);
    }
  }
  const pool = () => Promise.reject(new Error('nothing connects here'));
  const db = new Kysely<never>({
    dialect: new SilentDialect({ pool }),
    log: ({ query }) => {
      statements.push(query.sql);
    },
  });
  for (const migration of Object.values(migrations)) await migration.up(db);
  return statements;
}

describe('every statement of every migration', () => {
  test('uses only the subset of Postgres that all our databases have', async () => {
    const statements = await statementsOf(true);
    expect(statements.length).toBeGreaterThanOrEqual(10);
    const wrong = statements.flatMap((sql) => offences(sql).map((name) => `${name}: ${sql}`));
    expect(wrong).toEqual([]);
  });

  test('gives columns only the types of the subset', async () => {
    const columns = (await statementsOf(false)).flatMap((sql) =>
      [...sql.matchAll(/(?:[(,]\s*|add column if not exists )"?(\w+)"? (\w+)/g)].flatMap(
        ([, name = '', type = '']) => (/^(constraint|primary|check)$/.test(name) ? [] : [type]),
      ),
    );
    expect(columns.length).toBeGreaterThan(180);
    expect(columns.filter((type) => !tableTypes.test(type))).toEqual([]);
  });

  test('builds indexes in the background on DSQL, and only there', async () => {
    const indexes = async (asynchronous: boolean) =>
      (await statementsOf(asynchronous)).filter((sql) => sql.startsWith('create index '));
    const [plain, distributed] = [await indexes(false), await indexes(true)];
    expect(plain.length).toBeGreaterThan(0);
    expect(plain.every((sql) => sql.startsWith('create index if not exists'))).toBe(true);
    expect(distributed.length).toBe(plain.length);
    expect(distributed.every((sql) => sql.startsWith('create index async if not exists'))).toBe(
      true,
    );
  });

  test('has a name that sorts after those before it', () => {
    const names = Object.keys(migrations);
    expect(names).toEqual(names.toSorted());
    for (const name of names) expect(name).toMatch(/^\d{4}-[a-z-]+$/);
  });
});
