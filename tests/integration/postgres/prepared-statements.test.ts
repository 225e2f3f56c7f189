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

  beforeEach(() => {
    parsed = 0;
    run = preparedStatements({
      serializers: db.serializers,
      parsers: db.parsers,
      execProtocolRawSync: (sent) => {
        parsed += typesOf(sent).filter((type) => type === PARSE).length;
        return db.execProtocolRawSync(sent);
      },
    });
    run('create table things (id int primary key, at timestamptz)');
    return () => void run('drop table things');
  });

  afterAll(() => db.close());

  test('is parsed once, and anew after a thousand executions', () => {
    const before = parsed;
    const execute = (times: number) => {
      for (let index = 0; index < times; index += 1) {
        expect(run('select $1::int as number', [index]).rows).toEqual([{ number: index }]);
      }
      return parsed - before;
    };
    expect(execute(1_000)).toBe(1);
    expect(execute(1)).toBe(2);
  });

  test('sends and reads values as PGlite itself does', () => {
    const at = new Date('2026-11-22T10:00:00.5Z');
    const inserted = run('insert into things values ($1, $2), ($3, $4)', [1, at, 2, null]);
    expect(inserted).toMatchObject({ command: 'INSERT', affectedRows: 2, rows: [] });
    const { rows } = run('select * from things order by id');
    expect(rows).toEqual([
      { id: 1, at },
      { id: 2, at: null },
    ]);
  });

  test('fails with its code, and leaves the next one whole', () => {
    const divide = 'select 1 / $1::int as number';
    expect(run(divide, [1]).rows).toEqual([{ number: 1 }]);
    expect(() => run(divide, [0])).toThrow(expect.objectContaining({ code: '22012' }));
    expect(() => run('select nothing')).toThrow(expect.objectContaining({ code: '42703' }));
    expect(run(divide, [1]).rows).toEqual([{ number: 1 }]);
    run('begin');
    expect(() => run(divide, [0])).toThrow(expect.objectContaining({ code: '22012' }));
    expect(() => run(divide, [1])).toThrow(expect.objectContaining({ code: '25P02' }));
    expect(run('commit').command).toBe('ROLLBACK');
    expect(run(divide, [1]).rows).toEqual([{ number: 1 }]);
  });

  test('has the columns of a changed table, and those before once the change is rolled back', () => {
    run('insert into things values (1, null)');
    const select = () => run('select * from things').rows;
    expect(select()).toEqual([{ id: 1, at: null }]);
    run('begin');
    run('alter table things add column name text');
    expect(select()).toEqual([{ id: 1, at: null, name: null }]);
    run('rollback');
    expect(select()).toEqual([{ id: 1, at: null }]);
  });

  test('gives way when many others come, and is not kept when it is long', () => {
    const count = 'select count(*)::int as kept from pg_prepared_statements';
    for (let index = 0; index < 500; index += 1) run(`select ${index} as number`);
    const { rows } = run(count);
    expect(rows).toEqual([{ kept: 200 }]);
    const before = parsed;
    const long = `select '${'long'.repeat(2_000)}' as text`;
    for (const _ of [1, 2]) expect(run(long).rows).toEqual([{ text: 'long'.repeat(2_000) }]);
    expect(parsed - before).toBe(2);
    expect(run(count).rows).toEqual([{ kept: 200 }]);
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
