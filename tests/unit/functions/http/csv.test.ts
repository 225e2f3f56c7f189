import { describe, expect, test } from 'vitest';
import { renderCsv, rowsWithin } from '../../../../functions/http/csv.ts';
import type { CsvCell } from '../../../../functions/http/handler.ts';

const mark = '\ufeff';

/** A table of one cell, without the mark and the end of its line. */
function renderCell(cell: CsvCell): string {
  const [, text] = /^\ufeff([\s\S]*)\r\n$/.exec(renderCsv([[cell]])) ?? [];
  if (text === undefined) throw new Error('the line has no end');
  return text;
}

test('a table begins with the mark of UTF-8, and every line ends with CRLF', () => {
  const rows = [
    ['序号', 'Note'],
    [1, 'run 7'],
  ];
  expect(renderCsv(rows)).toBe(`${mark}序号,Note\r\n1,run 7\r\n`);
  expect(renderCsv([])).toBe(mark);
});

test.each<[CsvCell, string]>([
  ['', ''],
  ['run 7', 'run 7'],
  ['积分', '积分'],
  [0, '0'],
  [-25, '-25'],
  ['a,b', '"a,b"'],
  ['say "b"', '"say ""b"""'],
  ['a\nb', '"a\nb"'],
  ['a\r\nb', '"a\r\nb"'],
  ["it's", '"it\'s"'],
])('the cell %j is written as %s', (cell, written) => {
  expect(renderCell(cell)).toBe(written);
});

describe('a cell that a spreadsheet would read as a formula', () => {
  test.each([
    ['=1+1', `"'=1+1"`],
    ["=cmd|' /C calc'!A0", `"'=cmd|' /C calc'!A0"`],
    ['+1', `"'+1"`],
    ['-1', `"'-1"`],
    ['@SUM(A1)', `"'@SUM(A1)"`],
    ['  =1', `"'  =1"`],
    ['\u00a0=1', `"'\u00a0=1"`],
    ['\ufeff=1', `"'\ufeff=1"`],
    ['＝1', `"'＝1"`],
    ['＋1', `"'＋1"`],
    ['－1', `"'－1"`],
    ['＠a', `"'＠a"`],
    ['\t=1', `"'\t'=1"`],
    ['\tplain', `"'\tplain"`],
    ['\r=1', `"'\r'=1"`],
    ['\n=1', `"'\n'=1"`],
    ['a;=1', `"a;'=1"`],
    ['a; -1', `"a;' -1"`],
    [';;@a', `";;'@a"`],
    ['a\n+1', `"a\n'+1"`],
    ['a;"=1+1;b', `"a;'""=1+1;b"`],
    ['a\n" "+1', `"a\n'"" ""+1"`],
    ['=HYPERLINK("https://evil.example","x")', `"'=HYPERLINK(""https://evil.example"",""x"")"`],
    ['","=1+1', `""",""=1+1"`],
  ])('%j is written as %s', (cell, written) => {
    expect(renderCell(cell)).toBe(written);
  });

  test.each(['a=b', '1-1', 'ada@example.com', 'a =b', 'C++', '3;4'])(
    'is not found in %j',
    (cell) => {
      expect(renderCell(cell)).toBe(cell);
    },
  );
});

describe('rows within a size', () => {
  const rows = [['a'], ['积'], ['b']];
  const bytes = Buffer.byteLength(renderCsv(rows));

  test.each([
    [bytes, 3],
    [bytes - 1, 2],
    [bytes - 3, 2],
    [bytes - 4, 1],
    [3, 0],
    [0, 0],
  ])('%i bytes have room for %i of them', (maxBytes, count) => {
    const taken = rowsWithin(rows, maxBytes);
    expect(taken).toEqual(rows.slice(0, count));
  });

  test('take no more than that size when they are rendered', () => {
    for (let maxBytes = 3; maxBytes <= bytes; maxBytes += 1) {
      const text = renderCsv(rowsWithin(rows, maxBytes));
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxBytes);
    }
  });
});
