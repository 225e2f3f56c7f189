import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  preparedStatements,
  type RunStatement,
} from '../../../functions/adapters/postgres/connection/prepared-statements.ts';

/** The first byte of the message Parse (PostgreSQL's manual, section 54.7). */
const PARSE = 'P';

describe('a statement of the embedded database', () => {
  let db: PGlite;
  let run: RunStatement;
  /** How many statements were parsed since the test began. */
  let parsed: number;

  beforeAll(async () => {
    db = await PGlite.create();
  });

  beforeEach(async () => {
    parsed = 0;
    run = preparedStatements({
      serializers: db.serializers,
      parsers: db.parsers,
      execProtocolRawStream: (sent, options) => {
        parsed += typesOf(sent).filter((type) => type === PARSE).length;
        return db.execProtocolRawStream(sent, options);
      },
    });
    await run('create table things (id int primary key, at timestamptz)');
    return async () => void (await run('drop table things'));
  });

  afterAll(() => db.close());

  test('is parsed once, and anew after a thousand executions', async () => {
    const before = parsed;
    const execute = async (times: number) => {
      for (let index = 0; index < times; index += 1) {
        const { rows } = await run('select $1::int as number', [index]);
        expect(rows).toEqual([{ number: index }]);
      }
      return parsed - before;
    };
    expect(await execute(1_000)).toBe(1);
    expect(await execute(1)).toBe(2);
  });

  test('sends and reads values as PGlite itself does', async () => {
    const at = new Date('2026-11-22T10:00:00.5Z');
    const inserted = await run('insert into things values ($1, $2), ($3, $4)', [1, at, 2, null]);
    expect(inserted).toMatchObject({ command: 'INSERT', affectedRows: 2, rows: [] });
    const { rows } = await run('select * from things order by id');
    expect(rows).toEqual([
      { id: 1, at },
      { id: 2, at: null },
    ]);
  });

  test('leaves nothing behind in memory once it was answered', async () => {
    setFlagsFromString('--expose-gc');
    const collect: unknown = runInNewContext('gc');
    if (typeof collect !== 'function') throw new TypeError('There is no garbage collector.');
    const bytesAfter = async (times: number) => {
      for (let index = 0; index < times; index += 1) await run("select repeat('x', 1000) as text");
      collect();
      return process.memoryUsage().heapUsed;
    };
    const before = await bytesAfter(100);
    expect((await bytesAfter(5_000)) - before).toBeLessThan(1_500_000);
  });

  test('fails with its code, and leaves the next one whole', async () => {
    const divide = 'select 1 / $1::int as number';
    expect((await run(divide, [1])).rows).toEqual([{ number: 1 }]);
    await expect(run(divide, [0])).rejects.toMatchObject({ code: '22012' });
    await expect(run('select nothing')).rejects.toMatchObject({ code: '42703' });
    expect((await run(divide, [1])).rows).toEqual([{ number: 1 }]);
    await run('begin');
    await expect(run(divide, [0])).rejects.toMatchObject({ code: '22012' });
    await expect(run(divide, [1])).rejects.toMatchObject({ code: '25P02' });
    expect((await run('commit')).command).toBe('ROLLBACK');
    expect((await run(divide, [1])).rows).toEqual([{ number: 1 }]);
  });

  test('has the columns of a changed table, and those before once the change is rolled back', async () => {
    await run('insert into things values (1, null)');
    const select = async () => (await run('select * from things')).rows;
    expect(await select()).toEqual([{ id: 1, at: null }]);
    await run('begin');
    await run('alter table things add column name text');
    expect(await select()).toEqual([{ id: 1, at: null, name: null }]);
    await run('rollback');
    expect(await select()).toEqual([{ id: 1, at: null }]);
  });

  test('gives way when many others come, and is not kept when it is long', async () => {
    const count = 'select count(*)::int as kept from pg_prepared_statements';
    for (let index = 0; index < 500; index += 1) await run(`select ${index} as number`);
    const { rows } = await run(count);
    expect(rows).toEqual([{ kept: 200 }]);
    const before = parsed;
    const long = `select '${'long'.repeat(2_000)}' as text`;
    const read = async () => (await run(long)).rows;
    for (const _ of [1, 2]) expect(await read()).toEqual([{ text: 'long'.repeat(2_000) }]);
    expect(parsed - before).toBe(2);
    expect((await run(count)).rows).toEqual([{ kept: 200 }]);
  });
});

/** The types of the messages in some bytes: each has a byte for it, and four for its length. */
function typesOf(sent: Uint8Array): readonly string[] {
  const types: string[] = [];
  const view = new DataView(sent.buffer, sent.byteOffset, sent.byteLength);
  for (let at = 0; at < sent.length; at += 1 + view.getUint32(at + 1)) {
    types.push(String.fromCharCode(view.getUint8(at)));
  }
  return types;
}
