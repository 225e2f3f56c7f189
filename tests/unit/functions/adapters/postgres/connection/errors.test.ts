import { expect, test } from 'vitest';
import {
  ContentionError,
  isDatabaseUnavailable,
} from '../../../../../../functions/adapters/postgres/connection/errors.ts';

const withCode = (code: unknown) => Object.assign(new Error('failed'), { code });

test.each([
  ['a refused connection', withCode('ECONNREFUSED'), true],
  ['a host without an address', withCode('ENOTFOUND'), true],
  ['connection_failure', withCode('08006'), true],
  ['too_many_connections', withCode('53300'), true],
  ['DSQL’s limit of connections a second', withCode('53400'), true],
  ['DSQL’s refusal of a role that IAM has just made', withCode('28000'), true],
  ['a conflict of a statement without a transaction', withCode('40001'), true],
  ['a deadlock of one', withCode('40P01'), true],
  ['disk_full', withCode('53100'), true],
  ['a full disk of the embedded database', withCode('ENOSPC'), true],
  ['read_only_sql_transaction', withCode('25006'), true],
  ['insufficient_privilege', withCode('42501'), false],
  ['query_canceled', withCode('57014'), true],
  ['admin_shutdown', withCode('57P01'), true],
  ['a transaction that took too long', withCode('25P04'), true],
  ['a pool that waited too long', new Error('timeout exceeded when trying to connect'), true],
  ['an answer that took too long', new Error('Query read timeout'), true],
  ['endless contention', new ContentionError(15, {}), true],
  ['unique_violation', withCode('23505'), false],
  ['check_violation', withCode('23514'), false],
  ['undefined_table', withCode('42P01'), false],
  ['a numeric code', withCode(8), false],
  ['a defect', new TypeError('x is not a function'), false],
  ['something that is no error', 'ECONNREFUSED', false],
  ['nothing', undefined, false],
])('%s means that the database is unavailable, or not', (_, error, expected) => {
  expect(isDatabaseUnavailable(error)).toBe(expected);
});
