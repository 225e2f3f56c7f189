import { describe, expect, test } from 'vitest';
import { charactersOf, drawableText, readableText } from '../../../../src/drawing/readable-text.ts';

describe('readableText', () => {
  test.each([
    ['white space and line ends become one space', ' a\t\r\n b\u00a0\u3000c ', 'a b c'],
    ['control characters become spaces', 'a\u0000b\u001bc\u0085d', 'a b c d'],
    ['marks of direction go', '\u200fa\u202eb\u2066c\u2069\u061c', 'abc'],
    ['joiners, selectors and byte order marks go', '\ufeffa\u200db\ufe0f', 'ab'],
    ['letters are composed', 'Cafe\u0301', 'Café'],
    ['lone surrogates go', 'a\ud83db\udc00c', 'abc'],
    ['private use goes', 'a\ue000b\u{f0000}c', 'abc'],
    ['nothing to see is nothing', ' \u200b\u200e\n', ''],
  ])('%s', (_fact, given, expected) => {
    expect(readableText(given)).toBe(expected);
  });
});

describe('drawableText', () => {
  const onlyLetters = (character: string) => /^[\p{L}\p{M} ]+$/u.test(character);

  test('leaves out what has no shape, and the spaces around it', () => {
    expect(drawableText('one 🎉 two', onlyLetters)).toBe('one two');
    expect(drawableText('🎉🎉', onlyLetters)).toBe('');
  });

  test('keeps or drops a letter together with its marks', () => {
    const canDraw = (character: string) => character !== 'x\u0308';
    expect(drawableText('x\u0308y\u0301', canDraw)).toBe('ý');
  });

  test('drops a letter under a pile of marks', () => {
    expect(drawableText(`a${'\u0301'.repeat(40)}b`, onlyLetters)).toBe('b');
  });
});

test('an emoji of many parts is one character', () => {
  expect(charactersOf('a👨‍👩‍👧‍👦b')).toEqual(['a', '👨‍👩‍👧‍👦', 'b']);
});
