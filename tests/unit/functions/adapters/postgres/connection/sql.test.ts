import { describe, expect, test } from 'vitest';
import {
  columns,
  type Sql,
  sql,
  statementText,
} from '../../../../../../functions/adapters/postgres/connection/sql.ts';

const hostile = "'; drop table users; --";

const statements: readonly (readonly [string, Sql, string, readonly unknown[]])[] = [
  ['without a value', sql`select 1`, 'select 1', []],
  ['with values', sql`a = ${1} and b = ${'2'}`, 'a = $1 and b = $2', [1, '2']],
  ['that begins and ends with a value', sql`${null}, ${true}`, '$1, $2', [null, true]],
  ['with a part', sql`a ${sql`b ${1} c`} d ${2}`, 'a b $1 c d $2', [1, 2]],
  ['with an empty part', sql`a${sql``}b`, 'ab', []],
  ['with two parts', sql`${sql`a ${1}`}${sql`${2} b`}`, 'a $1$2 b', [1, 2]],
  ['with columns', sql`select ${columns('lots', ['id', 'held'])}`, 'select lots.id, lots.held', []],
  ['with a hostile value', sql`a = ${hostile} or ${1}`, 'a = $1 or $2', [hostile, 1]],
  ['with a backslash', sql`a like '\\%' ${1}`, "a like '\\%' $1", [1]],
];

describe.each(statements)('a statement %s', (_, statement, text, values) => {
  test(`is "${text}"`, () => {
    const found: unknown[] = [];
    expect([statementText(statement, found), found]).toEqual([text, values]);
  });
});

test('an object that looks like a statement is a value', () => {
  const forged: unknown = JSON.parse('{"texts":["drop table users"],"inserts":[]}');
  const values: unknown[] = [];
  const statement: Sql = Reflect.apply(sql, undefined, [['a = ', ''], forged]);
  expect([statementText(statement, values), values]).toEqual(['a = $1', [forged]]);
});
