import { expect, test } from 'vitest';
import {
  acceptsCsv,
  preferredLanguage,
  readWeighted,
} from '../../../../functions/http/negotiation.ts';

test.each([
  ['text/csv', true],
  ['Text/CSV', true],
  ['text/csv; header=present', true],
  ['text/csv, */*;q=0.1', true],
  ['application/json;q=0.5, text/csv', true],
  ['text/csv, application/json', true],
  ['application/json, text/csv;q=0.9', false],
  ['text/csv;q=0', false],
  ['text/csv;q=0.000', false],
  ['text/csv;q=x', false],
  [undefined, false],
  ['', false],
  ['*/*', false],
  ['text/*', false],
  ['application/json', false],
  ['text/csvx', false],
  ['text/html,application/xhtml+xml,*/*;q=0.8', false],
  [`${'a/b,'.repeat(100_000)}text/csv`, false],
])('Accept: %j asks for CSV: %s', (accept, expected) => {
  expect(acceptsCsv(accept)).toBe(expected);
});

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['*', 'en'],
  ['fr', 'en'],
  ['zh', 'zh'],
  ['ZH-cn', 'zh'],
  ['zh-Hant-TW', 'zh'],
  ['zh-CN,zh;q=0.9,en;q=0.8', 'zh'],
  ['en-GB,en;q=0.9,zh;q=0.8', 'en'],
  ['en;q=0.1, zh;q=0.2', 'zh'],
  ['fr, zh;q=0.5, en;q=0.4', 'zh'],
  ['zh;q=0', 'en'],
  ['zh;q=0, fr', 'en'],
  ['zh;q=x', 'en'],
  ['zho', 'en'],
  [',;,;q=,', 'en'],
  [`${'fr,'.repeat(100_000)}zh`, 'en'],
])('%j prefers %s', (header, language) => {
  expect(preferredLanguage(header)).toBe(language);
});

test.each([
  ['a', [{ name: 'a', weight: 1 }]],
  ['A/B ; level=1 ; q=0.5', [{ name: 'a/b', weight: 0.5 }]],
  [
    'a, b;q=0',
    [
      { name: 'a', weight: 1 },
      { name: 'b', weight: 0 },
    ],
  ],
  ['a;q=x', [{ name: 'a', weight: 0 }]],
  ['a;Q=0.2', [{ name: 'a', weight: 0.2 }]],
])('%j lists %j', (header, listed) => {
  expect(readWeighted(header)).toEqual(listed);
});

test('only the beginning of an endless header is read', () => {
  expect(readWeighted('a,'.repeat(100_000))).toHaveLength(251);
});
