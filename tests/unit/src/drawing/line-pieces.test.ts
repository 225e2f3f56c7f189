import { describe, expect, test } from 'vitest';
import { linePieces } from '../../../../src/drawing/line-pieces.ts';

describe('English', () => {
  test.each([
    ['words with their space', 'one two three', 'one |two |three'],
    ['stops stay with their word', 'No, wait. (Really?) Yes!', 'No, |wait. |(Really?) |Yes!'],
    ['quotes stay with their word', 'the “first run” is', 'the |“first |run” |is'],
    ['an apostrophe is no break', "don’t and don't", "don’t |and |don't"],
    ['numbers stay whole', '2,000 at $5.50 or 25%', '2,000 |at |$5.50 |or |25%'],
    ['a hyphen ends a piece', 'paid-by-use 3-5', 'paid-|by-|use |3-|5'],
    ['a sign is no hyphen', 'from -5 to +3', 'from |-5 |to |+3'],
    ['a slash ends a piece', 'and/or', 'and/|or'],
    ['a dash ends a piece', 'first—second', 'first—|second'],
    ['no line begins with a stop after a space', 'Why ? Because', 'Why ? |Because'],
  ])('%s', (_fact, text, expected) => {
    expect(linePieces(text, 'en').join('|')).toBe(expected);
  });
});

describe('Chinese', () => {
  test.each([
    ['words stay whole', '积分如何运作', '积分|如何|运作'],
    ['no line begins with a mark', '先报价，再运行。', '先|报价，|再|运行。'],
    ['no line ends with an opening mark', '为什么“免费”（其实）', '为什么|“免费”|（其实）'],
    ['two dashes stay together', '结算——退回', '结算——|退回'],
    ['a particle stays with its word', '我们的积分', '我们的|积分'],
    ['Latin words and numbers are pieces', '用Millrace的25个积分', '用|Millrace的|25个|积分'],
    ['an amount stays with its sign', '只要￥35和100%', '只要|￥35|和|100%'],
    ['no line begins with a small kana', 'ちょっと待って三ヵ国', 'ちょっと|待って|三ヵ国'],
    [
      'no line begins with a mark of kana',
      'ジャズ・バー〜それぞれゝ‼',
      'ジャズ・|バー〜|それぞれゝ‼',
    ],
  ])('%s', (_fact, text, expected) => {
    expect(linePieces(text, 'zh').join('|')).toBe(expected);
  });
});

test.each(['en', 'zh'] as const)('the pieces of a text in %s are the text', (language) => {
  const text = 'A “mixed” 标题：free——100% (免费)！ 🎉 x/y';
  expect(linePieces(text, language).join('')).toBe(text);
});

test('no text has no pieces', () => {
  expect(linePieces('', 'en')).toEqual([]);
});
