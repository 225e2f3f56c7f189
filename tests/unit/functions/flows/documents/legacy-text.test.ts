import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import { readDocument } from '../../../../../functions/flows/documents/read-document.ts';
import { InputRefused } from '../../../../../functions/flows/flow.ts';
import { readText } from '../../../../../src/contract/text-encoding.ts';

async function read(file: Uint8Array): Promise<string> {
  const loadPdf = () => Promise.reject(new Error('This file is no PDF.'));
  const { blocks } = await readDocument(file, loadPdf, new AbortController().signal);
  return blocks.map(({ text }) => text).join(' ');
}

const simplified = '水轮随着河水转动，它带动一块石头。';
const traditional = '點數是預付的單位，餘額可以隨時查詢。';
const korean = '오늘은 찦차를 탔다. 길이 아주 좋았다.';
const japanese = '今日は天気がいいので、水車を見に行きます。';

test.each([
  ['gb18030', simplified],
  ['gbk', traditional],
  ['big5', traditional],
  ['big5', '佢住喺屋邨，我去咗睇佢。'],
  ['euc-kr', korean],
  ['euc-kr', '똠양꿍을 먹었다. 내일도 먹고 싶다.'],
  ['shift_jis', japanese],
  ['euc-jp', japanese],
  ['windows-1252', 'It’s simple: “turn” the café’s naïve wheel – at 20 °C.'],
  ['windows-1252', '© Millrace. All rights reserved.'],
  ['windows-1251', 'Колесо вращается весь день.'],
  ['utf-16le', simplified],
  ['utf-16be', traditional],
  ['utf-16le', korean],
  ['utf-16be', 'It’s a wheel.'],
])('a text in %s is read: %s', async (encoding, text) => {
  expect(await read(iconv.encode(text, encoding))).toBe(text);
});

test.each([
  ['gbk', '王小明'],
  ['big5', '王小明'],
  ['euc-kr', '김민수'],
  ['shift_jis', '山田さん'],
])('an English text in %s keeps its one foreign name', async (encoding, name) => {
  const text = `The author is ${name} and lives in a mill beside the river.`;
  expect(await read(iconv.encode(text, encoding))).toBe(text);
});

test.each([
  ['euc-kr', '<meta charset="euc-kr">', korean],
  ['euc-kr', '<meta charset=ks_c_5601-1987>', korean],
  ['big5', '<meta charset="big5">', '佢住喺屋邨，我去咗睇佢。'],
  ['gbk', '<meta http-equiv="Content-Type" content="text/html; charset=gb2312">', traditional],
  ['iso-8859-2', '<meta charset="iso-8859-2">', 'Kolo se točí celý den.'],
  ['windows-1252', '<meta charset="iso-8859-1">', 'It’s a wheel – “old”.'],
  ['gbk', `<!--${' '.repeat(3_000)}--><meta charset="gbk">`, '水轮'],
  ['utf-8', '<meta charset="gbk">', simplified],
])('a page in %s that says %s is read', async (encoding, named, text) => {
  expect(await read(iconv.encode(`<html>${named}<p>${text}</p></html>`, encoding))).toBe(text);
});

test('an XML declaration names the encoding of a page, too', async () => {
  const page = `<?xml version="1.0" encoding="Shift_JIS"?><html><p>水車</p></html>`;
  expect(await read(iconv.encode(page, 'shift_jis'))).toBe('水車');
});

test('one wrong byte does not make another text of UTF-8', async () => {
  const [before, after] = [simplified, traditional].map((text) => Buffer.from(text));
  const file = Buffer.concat(
    [before ?? [], Buffer.of(0xff), after ?? []].map((one) => Buffer.from(one)),
  );
  expect(await read(file)).toBe(`${simplified}\ufffd${traditional}`);
});

test('characters that a field of LibreOffice stands between are left out', async () => {
  const page =
    '<html><p>Dear \u0004Mr Smith\u0005, the wheel turns all day, and the stone does, too.</p></html>';
  expect(await read(Buffer.from(page))).toMatch(/^Dear Mr Smith, the wheel/);
});

test('a text whose encoding nobody knows is refused with what to do', async () => {
  const file = iconv.encode(simplified.repeat(9), 'utf-7-imap').map((byte) => byte | 0x80);
  const error: unknown = await read(Buffer.from(file)).catch((thrown: unknown) => thrown);
  expect(error instanceof InputRefused && Object.values(error.sentences)).toEqual([
    expect.stringMatching(/encoding of this file is not known here. Save it as UTF-8/),
    expect.stringMatching(/另存为 UTF-8/),
  ]);
});

describe('without the tables, as in a browser', () => {
  test.each([
    ['gb18030', simplified, simplified],
    ['utf-8', traditional, traditional],
    ['big5', traditional, undefined],
    ['gbk', traditional, undefined],
    ['euc-kr', '오늘은 길이 아주 좋았다. 내일도 가고 싶다.', undefined],
    ['shift_jis', japanese, undefined],
    ['windows-1252', 'It’s simple.', undefined],
  ])('a text in %s is read, or not: %s', (encoding, text, read) => {
    expect(readText(iconv.encode(text, encoding))).toBe(read);
  });
});
