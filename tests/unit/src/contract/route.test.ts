import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { exactRoute } from '../../../../src/contract/exact-route.ts';
import { codesOf } from '../../../../src/contract/openapi/codes.ts';
import { documentedRoutes } from '../../../../src/contract/openapi/document.ts';
import { operationOf } from '../../../../src/contract/openapi/operation.ts';
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
  ['access-token-or-key', []],
  ['personal-key', []],
])('a call as %s must come from our own pages with the methods %j', (caller, expected) => {
  expect(methods.filter((method) => changesByCookie({ method, caller }))).toEqual(expected);
});

const rows = documentedRoutes.map((route) => [route.name, route] as const);
const changing = rows.filter(([, { method }]) => method !== 'GET');

/** The issues of a part of a route about unknown members, without its other issues. */
function unknownIn(part: Route['body']): readonly string[] {
  const { error } = z.safeParse(part instanceof z.ZodMiniObject ? part : z.any(), { amout: 1 });
  return (error?.issues ?? []).flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys : [],
  );
}

test('the calls that accept unknown members are those whose senders send their own', () => {
  const lenient = changing.filter(([, row]) => 'ignoresUnknown' in row).map(([name]) => name);
  expect(lenient).toEqual(['saveUser', 'unsubscribe', 'receiveWebhook', 'callMcp']);
});

describe.each(changing.filter(([, row]) => !('ignoresUnknown' in row)))('%s', (_name, row) => {
  const { query, body } = exactRoute(row);

  test('refuses unknown members of its query and its body, also where it has none', () => {
    expect(unknownIn(query)).toEqual(['amout']);
    expect(unknownIn(body)).toEqual(['amout']);
    expect(codesOf(row)).toEqual(expect.arrayContaining(['body_invalid', 'query_invalid']));
  });

  test('is described as refusing them', () => {
    const { requestBody } = operationOf(row);
    expect(requestBody?.content['application/json']?.schema.additionalProperties).toBe(
      'body' in row ? false : undefined,
    );
  });
});

test.each(rows.filter(([, { method }]) => method === 'GET'))(
  '%s, which reads, is served as its row stands',
  (_name, row) => {
    expect(exactRoute(row)).toBe(row);
  },
);
