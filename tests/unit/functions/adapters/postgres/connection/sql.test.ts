import { describe, expect, test } from 'vitest';
import { columns, sql } from '../../../../../../functions/adapters/postgres/connection/sql.ts';

const hostile = "'; drop table users; --";

describe.each([
  ['without a value is one text', sql`select 1`, ['select 1'], []],
  [
    'has its values beside its text',
    sql`a = ${1} and b = ${'2'}`,
    ['a = ', ' and b = ', ''],
    [1, '2'],
  ],
  ['that begins and ends with a value', sql`${null}, ${true}`, ['', ', ', ''], [null, true]],
  [
    'takes a part in, with its values',
    sql`a ${sql`b ${1} c`} d ${2}`,
    ['a b ', ' c d ', ''],
    [1, 2],
  ],
  ['takes an empty part in', sql`a${sql``}b`, ['ab'], []],
  ['takes parts next to each other', sql`${sql`a ${1}`}${sql`${2} b`}`, ['a ', '', ' b'], [1, 2]],
  [
    'names columns',
    sql`select ${columns('lots', ['id', 'held'])}`,
    ['select lots.id, lots.held'],
    [],
  ],
  ['never takes a value for text', sql`a = ${hostile}`, ['a = ', ''], [hostile]],
])('a statement', (title, { texts, values }, expectedTexts, expectedValues) => {
  test(title, () => {
    expect([texts, values]).toEqual([expectedTexts, expectedValues]);
  });
});

test('an object that looks like a statement is a value', () => {
  const forged: unknown = JSON.parse('{"texts":["drop table users"],"values":[]}');
  const statement = Reflect.apply(sql, undefined, [['a = ', ''], forged]);
  expect(statement).toEqual({ texts: ['a = ', ''], values: [forged] });
});
