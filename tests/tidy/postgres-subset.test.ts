import { DummyDriver, Kysely, PostgresDialect } from 'kysely';
import { describe, expect, test } from 'vitest';
import { LockFreeAdapter } from '../../functions/adapters/postgres/connection/database.ts';
import { migrations } from '../../functions/adapters/postgres/schema/migrate.ts';

/** The statements that Aurora DSQL, a plain server or PGlite lacks (decision 0002). */
const forbidden: Readonly<Record<string, RegExp>> = {
  'a foreign key': /\b(references|foreign\s+key)\b/i,
  'a sequence or identity column': /\b((small|big)?serial|identity|sequence|nextval)\b/i,
  'a JSON column': /\bjsonb?\b/i,
  'an array column': /\[\s*\]/,
  'a unique index of its own': /\bcreate\s+unique\s+index\b/i,
  'a constraint added later': /\badd\s+constraint\b/i,
  'an exclusion constraint': /\bexclude\b/i,
  'an index on an expression or with a direction': /\bindex\b.*(\(.*\(|\b(asc|desc|using)\b)/i,
  'a type outside the subset': /\b(numeric|money|interval|bytea|hstore|xml|enum|inet|point)\b/i,
  'a trigger, function, view, extension or truncation':
    /\b(trigger|function|view|extension|truncate)\b/i,
  'an inherited, partitioned or temporary table':
    /\b(inherits|partition|temp|temporary|unlogged)\b/i,
  'a collation or tablespace': /\b(collate|tablespace)\b/i,
  'a savepoint or a lock': /\b(savepoint|lock\s+table|pg_advisory\w*)\b/i,
  'two statements in one': /;\s*\S/,
};

const tableTypes = /^(text|uuid|bigint|boolean|timestamptz|smallint)$/;

/** The faults of a statement, by name. */
function offences(statement: string): readonly string[] {
  const found = Object.entries(forbidden).flatMap(([name, pattern]) =>
    pattern.test(statement) ? [name] : [],
  );
  return isRepeatable(statement) ? found : [...found, 'a statement that fails the second time'];
}

function isRepeatable(statement: string): boolean {
  if (!/^(create|drop|alter)\b/i.test(statement)) return true;
  return /\bif (not )?exists\b/i.test(statement);
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
    const statements = await statementsOf(false);
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

test.each([
  ['create table if not exists a (b uuid references c (id))', 'a foreign key'],
  ['create table if not exists a (b bigserial)', 'a sequence or identity column'],
  [
    'create table if not exists a (b int generated always as identity)',
    'a sequence or identity column',
  ],
  ['create table if not exists a (b jsonb)', 'a JSON column'],
  ['create table if not exists a (b text[])', 'an array column'],
  ['create unique index if not exists a on b (c)', 'a unique index of its own'],
  ['alter table if exists a add constraint b unique (c)', 'a constraint added later'],
  ['create index if not exists a on b (lower(c))', 'an index on an expression or with a direction'],
  ['create index if not exists a on b (c desc)', 'an index on an expression or with a direction'],
  [
    'create table if not exists a (b text); create table if not exists c (d text)',
    'two statements in one',
  ],
  ['create table a (b text)', 'a statement that fails the second time'],
  ['select pg_advisory_lock(1)', 'a savepoint or a lock'],
])('%s has a fault: %s', (statement, fault) => {
  expect(offences(statement)).toContain(fault);
});
