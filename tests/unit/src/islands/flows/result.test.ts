import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { type ResultPart, resultUnits } from '../../../../../src/contract/flows.ts';
import enAccount from '../../../../../src/i18n/en/account.json' with { type: 'json' };
import en from '../../../../../src/i18n/en/flows.json' with { type: 'json' };
import zhAccount from '../../../../../src/i18n/zh/account.json' with { type: 'json' };
import zh from '../../../../../src/i18n/zh/flows.json' with { type: 'json' };
import { flowFormats } from '../../../../../src/islands/flows/formats.ts';
import {
  numberText,
  piecesOf,
  Result,
  type ResultProps,
} from '../../../../../src/islands/flows/Result.tsx';
import { savedShare } from '../../../../../src/islands/flows/ResultFile.tsx';

const english = flowFormats('en', enAccount.account);
const chinese = flowFormats('zh', zhAccount.account);

test.each([
  ['bytes', 1_234_567, '1.2 MB', '1.2 MB'],
  ['minutes', 4.25, '4.3 min', '4.3 分钟'],
  ['percent', 87.6, '88%', '88%'],
  ['pixels', 1_200, '1,200 px', '1,200 像素'],
  ['score', 61.3, '61.3', '61.3 分'],
  ['words', 1, '1 word', '1 个词'],
  ['words', 1_234, '1,234 words', '1,234 个词'],
  ['characters', 1_234, '1,234 characters', '1,234 字'],
  ['count', 1_234, '1,234', '1,234'],
] as const)('%s: %d is «%s» and «%s»', (unit, value, en_, zh_) => {
  expect(numberText({ unit, value }, en.flows, english)).toBe(en_);
  expect(numberText({ unit, value }, zh.flows, chinese)).toBe(zh_);
});

test.each(resultUnits)('%s has a text', (unit) => {
  expect(numberText({ unit, value: 2 }, en.flows, english)).toMatch(/^2/);
});

test.each([
  [999, '999 byte'],
  [1_000, '1 kB'],
  [999_949, '999.9 kB'],
  [999_950, '1 MB'],
  [4_000_002, '4 MB'],
])('%d bytes are «%s»', (bytes, size) => {
  expect(english.size(bytes)).toBe(size);
});

test.each([
  [100, 25, 0.75],
  [100, 150, -0.5],
  [0, 5, 0],
])('of %d bytes, %d are %d less', (before, after, share) => {
  expect(savedShare(before, after)).toBe(share);
});

test('a text is cut at places in their order, and at no place that overlaps or lies outside', () => {
  const places = [
    { start: 0, end: 2 },
    { start: 1, end: 3 },
    { start: 4, end: 5 },
    { start: 5, end: 99 },
  ];
  const pieces = piecesOf('abcdef', places).map(({ start, end, isMarked }) => [
    start,
    end,
    isMarked,
  ]);
  expect(pieces).toEqual([
    [0, 2, true],
    [2, 4, false],
    [4, 5, true],
    [5, 6, false],
  ]);
});

function resultOf(list: ResultPart): string {
  const run = { id: crypto.randomUUID(), flow: 'document-digest', status: 'succeeded' } as const;
  const times = { startedAt: '2026-11-30T00:00:00Z', keptUntil: '2026-12-07T00:00:00Z' };
  return renderToStaticMarkup(
    createElement(Result, {
      run: { ...run, ...times, credits: 3, result: [list] },
      labels: { ...en.flows, ...enAccount.account },
      format: english,
      fileName: 'lease',
    } as unknown as ResultProps),
  );
}

test('short phrases stand in a line, and short sentences of a text below each other', () => {
  const kind = 'list' as const;
  const list = { kind, name: 'summary', label: 'Summary', items: ['下雨了。'] };
  expect(resultOf(list)).toContain('data-short="true"');
  const places = [[{ start: 0, end: 4 }]];
  expect(resultOf({ ...list, places })).toContain('data-short="false"');
});

test('a sentence of a summary stands under its headings, once, and without those that all share', () => {
  const items = ['The rent rises.', 'Heating is extra.', 'The term ends.'];
  const headings = [
    ['Lease', 'Rent'],
    ['Lease', 'Rent'],
    ['Lease', 'Term', 'End'],
  ];
  const list = { kind: 'list', name: 'summary', label: 'Summary', items, headings } as const;
  const [, text = ''] = /<ul[^>]*>(.*)<\/ul>/.exec(resultOf(list)) ?? [];
  expect(text.replace(/<[^>]*>/g, '|').match(/[^|]+/g)).toEqual([
    ...['Rent', 'The rent rises.', 'Heating is extra.', 'Term › End', 'The term ends.'],
  ]);
});
