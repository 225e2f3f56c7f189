import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Route } from '../../src/contract/route.ts';
import { routes } from '../../src/contract/routes.ts';
import { listeners, type Schedule, schedules } from '../../src/contract/schedules.ts';
import { sourceFiles } from './source-files.ts';

const table: readonly (readonly [string, Route])[] = Object.entries(routes);

const unasked: readonly (readonly [string, Pick<Schedule, 'file'>])[] = [
  ...Object.entries(schedules),
  ...Object.entries(listeners),
];

const serverFiles = sourceFiles('functions', ['.ts']);

const handlerFiles = serverFiles
  .filter(({ text }) => text.includes('\nexport const handler = '))
  .map(({ path }) => path.replace(/^functions\/|\.ts$/g, ''));

function addressOf({ method, path }: Pick<Route, 'method' | 'path'>): string {
  return `${method} ${path.replace(/\{\w+/g, '{')}`;
}

function repeated(values: readonly string[]): string[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}

test.each([...table, ...unasked])(
  '%s has a handler file, which exports the Lambda function',
  async (_name, { file }) => {
    const url = new URL(`../../functions/${file}.ts`, import.meta.url);
    expect(existsSync(url)).toBe(true);
    const module: unknown = await import(url.href);
    expect(module).toHaveProperty('handler', expect.any(Function));
  },
);

describe.each(table)('the route %s', (name, route) => {
  test('is in the table under its name', () => {
    expect(route.name).toBe(name);
  });

  test('has a path that API Gateway takes', () => {
    expect(route.path).toMatch(/^(?:\/(?:[a-z.-]+|\{[a-zA-Z]+\}))*(?:\/\{[a-zA-Z]+\+\})?$/);
  });

  test('lies below /api where it shares the origin with the pages', () => {
    expect(route.path.startsWith('/api/')).toBe(route.audience !== 'flows');
  });

  // A DELETE may have a body where both sides agree on its meaning (RFC 9110, section 9.3.5).
  test('reads a body only with a method that has one', () => {
    expect(route.body === undefined || ['POST', 'DELETE'].includes(route.method)).toBe(true);
  });
});

test('every handler file belongs to exactly one route, schedule or listener', () => {
  const named = [...table, ...unasked].map(([, { file }]) => file);
  expect(handlerFiles.toSorted()).toEqual(named.toSorted());
  expect(repeated(named)).toEqual([]);
});

test('no two routes answer the same method and path', () => {
  expect(repeated(table.map(([, route]) => addressOf(route)))).toEqual([]);
});

test('two routes that differ only in the name of a segment count as the same', () => {
  const one = addressOf({ method: 'GET', path: '/api/user/sessions/{id}' });
  const other = addressOf({ method: 'GET', path: '/api/user/sessions/{name}' });
  expect(repeated([one, other])).toEqual([other]);
});
