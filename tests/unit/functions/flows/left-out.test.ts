import { expect, test } from 'vitest';
import { leftOutLog, leftOutText } from '../../../../functions/flows/left-out.ts';
import { maxWhereLength } from '../../../../src/contract/left-out.ts';

test.each([
  [[3, 4, 5], 'pages 3–5', '第 3–5 页'],
  [[2], 'page 2', '第 2 页'],
  [[9, 1, 2, 9, 5], 'pages 1–2, 5 and 9', '第 1–2、5和9 页'],
  [[], '', ''],
])('pages %j are named %s', (pages, en, zh) => {
  const log = leftOutLog();
  for (const page of pages) log.add('pages', { page });
  if (pages.length === 0) log.add('pages', {});
  expect(log.list()[0]?.where).toEqual({ en, zh });
});

test('a thousand places are named in a short text', () => {
  const log = leftOutLog();
  for (let page = 1; page < 2_000; page += 2) log.add('pages', { page });
  for (const sign of 'abcdefgh') log.add('cells', { text: sign.repeat(5_000) });
  for (const { where } of log.list()) expect(where.en.length).toBeLessThanOrEqual(maxWhereLength);
  expect(log.list().find(({ kind }) => kind === 'cells')?.where.en).toMatch(
    /^“a{40}…”, “b{40}…”, “c{40}…” and more$/,
  );
});

test('shares are those of letters or of pages, and the largest comes first', () => {
  const log = leftOutLog();
  log.found({ text: 'eight letters, 1', pages: 10 });
  log.add('cells', { text: 'six six.', under: 'Costs' });
  log.add('pages', { page: 1, count: 1 });
  log.add('embedded', { count: 0 });
  expect(log.list()).toEqual([
    { kind: 'cells', count: 1, where: { en: '“Costs”', zh: '“Costs”' }, share: 0.3158 },
    { kind: 'pages', count: 1, where: { en: 'page 1', zh: '第 1 页' }, share: 0.1 },
  ]);
  expect(leftOutText(log.list(), 'en')).toBe(
    '1 × cells of tables that are no sentence (“Costs”); 1 × pages without text (page 1)',
  );
});

test.each([
  ['a fifth of the letters', { cells: 20 }, 0, true],
  ['less than a fifth of the letters', { cells: 19 }, 0, false],
  ['a fifth of the letters, of two kinds', { cells: 10, fields: 10 }, 0, true],
  ['letters that are none of the text', { navigation: 90 }, 0, false],
  ['a fifth of the pages', {}, 2, true],
  ['a tenth of the pages', {}, 1, false],
])('a run without %s fails: %j', (_, letters, pages, fails) => {
  for (const isPartial of [false, true]) {
    const log = leftOutLog(isPartial);
    const skipped = Object.values(letters).reduce((sum, count) => sum + count, 0);
    log.found({ text: 'a'.repeat(100 - skipped), pages: 10 });
    for (const [kind, count] of Object.entries(letters)) {
      if (kind === 'cells' || kind === 'fields' || kind === 'navigation')
        log.add(kind, { letters: count });
    }
    for (let page = 1; page <= pages; page += 1) log.add('pages', { page });
    expect(log.refusal() !== undefined).toBe(fails && !isPartial);
  }
});
