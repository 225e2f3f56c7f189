import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { cached, filesOf, loadFonts } from '../../../../../src/prerender/social-cards/fonts.ts';

/** The Chinese characters of GB 2312-1980: rows 16 to 87, 6,763 of them. */
const gb2312 = Array.from({ length: 72 * 94 }, (_, index) =>
  new TextDecoder('gb18030').decode(
    Uint8Array.of(0xb0 + Math.floor(index / 94), 0xa1 + (index % 94)),
  ),
).filter((character) => /^\p{sc=Han}$/u.test(character));

describe.each(['title', 'text'] as const)('the font of the role %s', (role) => {
  test('has every Chinese character of GB 2312', { timeout: 60_000 }, async () => {
    expect(gb2312).toHaveLength(6_763);
    const fontOf = await loadFonts([gb2312.join('')], role);
    expect(gb2312.filter((character) => !fontOf(character))).toEqual([]);
  });

  test.each([
    ['English', 'The quick brown fox jumps over the lazy dog 0123456789'],
    ['Western and Eastern Europe', 'àéîõüçñßøåæœ ĄĆĘŁŃŚŹŻ čďěňřšťůž őű ğİış'],
    ['Vietnamese', 'Tiếng Việt đẹp ơi ưừ'],
    ['Greek and Cyrillic', 'Καλημέρα Доброе утро'],
    ['Japanese kana', 'ひらがなカタカナ'],
    ['Hangul', '한글똠방각하'],
    ['rare names and those of Hong Kong', '𠮷㛃喺邨'],
    ['marks of English', '“”‘’—–…·•!?&%#@()[]{}/\\+=*^~|<>'],
    ['marks of Chinese', '，。、；：？！（）《》〈〉「」『』【】～％￥'],
    ['currencies and signs', '$€£¥©®™°×÷±≤≥→'],
  ])('has %s', async (_script, text) => {
    const fontOf = await loadFonts([text], role);
    expect(Array.from(text).filter((character) => !fontOf(character))).toEqual([]);
  });

  test.each(['🎉', '👨‍👩‍👧‍👦', '🇨🇳', 'ש', 'ع', 'ก', '\u{10ffff}'])(
    'has no %s',
    async (character) => {
      expect((await loadFonts([character], role))(character)).toBeUndefined();
    },
  );
});

test('Chinese quotes come from the Chinese font where that is preferred', async () => {
  const fontOf = await loadFonts(['“a积'], 'title');
  expect(fontOf('“')).toBe(fontOf('a'));
  expect(fontOf('“', true)).not.toBe(fontOf('a'));
  expect(fontOf('积')).not.toBe(fontOf('a'));
});

test('a letter and a mark come from one font or not at all', async () => {
  const text = 'q\u0301';
  const fontOf = await loadFonts([text, 'q'], 'title');
  expect([undefined, fontOf('q')]).toContain(fontOf(text));
});

test('every file that may have a character exists', () => {
  const files = new Set(
    Array.from({ length: 0x10000 }, (_, codePoint) => String.fromCharCode(codePoint)).flatMap(
      (character) => [...filesOf(character, 'title'), ...filesOf(character, 'text')],
    ),
  );
  expect(files.size).toBeGreaterThan(100);
  const missing = Array.from(files).filter(
    (file) => !existsSync(fileURLToPath(import.meta.resolve(file))),
  );
  expect(missing).toEqual([]);
});

test('a cached value is made once for all callers', async () => {
  const cache = new Map<string, Promise<number>>();
  let made = 0;
  const call = () => cached(cache, 'a', async () => (made += 1));
  expect(await Promise.all([call(), call()])).toEqual([1, 1]);
  expect(await call()).toBe(1);
});

test('a failure reaches every waiting caller, and the next call tries again', async () => {
  const cache = new Map<string, Promise<number>>();
  const fail = () => cached(cache, 'a', () => Promise.reject(new Error('no file')));
  const outcomes = await Promise.allSettled([fail(), fail()]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await cached(cache, 'a', async () => 7)).toBe(7);
});
