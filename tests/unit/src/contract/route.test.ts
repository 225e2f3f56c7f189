import { expect, test } from 'vitest';
import {
  type Caller,
  changesByCookie,
  methodsOf,
  type Route,
} from '../../../../src/contract/route.ts';

const methods: readonly Route['method'][] = ['GET', 'POST', 'DELETE', 'ANY'];

test.each([
  [{ method: 'GET' }, ['GET', 'HEAD']],
  [{ method: 'GET', withoutHead: true }, ['GET']],
  [{ method: 'POST' }, ['POST']],
  [{ method: 'ANY' }, ['ANY']],
] as const)('the row %j answers %j', (row, methods) => {
  expect(methodsOf(row)).toEqual(methods);
});

test.each<[Caller, readonly Route['method'][]]>([
  ['session', ['POST', 'DELETE', 'ANY']],
  ['id-token-or-session', ['POST', 'DELETE', 'ANY']],
  ['anyone', []],
  ['service-key', []],
  ['access-token', []],
])('a call as %s must come from our own pages with the methods %j', (caller, expected) => {
  expect(methods.filter((method) => changesByCookie({ method, caller }))).toEqual(expected);
});
