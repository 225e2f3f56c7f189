import { describe, expect, it } from 'vitest';
import { marked, matchText, passage, wordsIn } from '../../../../src/search/passage.ts';
import { queryOf } from '../../../../src/search/query.ts';

const match = (text: string, query: string) => matchText(text, queryOf(query));
const shown = (pieces: ReturnType<typeof passage>) =>
  pieces.map(({ text, isMarked }) => (isMarked ? `[${text}]` : text)).join('');

describe('a text', () => {
  it.each([
    ['How Credits work', 'credit', 'How [Credits] work'],
    ['Your e-mail', 'email', 'Your [e-mail]'],
    ['Your e-mail', 'mail', 'Your e-[mail]'],
    ['wasm-unsafe-eval here', 'unsafe', 'wasm-[unsafe]-eval here'],
    ['a CAFÉ, two cafés', 'cafe', 'a [CAFÉ], two [cafés]'],
    ['20 kB or 20kB', '20 kB', '[20] [kB] or [20][kB]'],
    ['可用余额，余下的额度', '余额', '可用[余额]，余下的额度'],
    ['余额和额度', '额', '余[额]和[额]度'],
    ['ＡＰＩ密钥', 'api 密钥', '[ＡＰＩ][密钥]'],
    ['余额余额', '余额 额', '[余额][余额]'],
    ['𠮷野家', '野', '𠮷[野]家'],
    ['<b>bold</b>', 'bold', '<b>[bold]</b>'],
    ['nothing', 'else', 'nothing'],
  ])('%j is marked for %j', (text, query, expected) => {
    expect(shown(marked(match(text, query)))).toBe(expected);
  });

  it('has a list of its query words', () => {
    expect([...wordsIn([match('余下的额度', '余额'), match('积分', '余额 积分')])]).toEqual([1]);
  });
});

describe('a passage', () => {
  const filler = 'water runs down the channel and turns the wheel once more. '.repeat(20);

  it('is short, and shows the match and the text before it', () => {
    const text = shown(passage(match(`${filler}A rare word. ${filler}`, 'rare')));
    expect(text).toContain('once more. A [rare] word.');
    expect(text).toMatch(/^…\w.*…$/);
    expect(text.length).toBeLessThan(220);
  });

  it('is the one with the most query words', () => {
    const text = `A wheel. ${filler} A rare ledger. ${filler}`;
    expect(shown(passage(match(text, 'wheel rare ledger')))).toContain('[rare] [ledger]');
  });

  it('of Chinese is shorter', () => {
    const text = shown(passage(match(`${'水车转了一圈。'.repeat(40)}余额在这里。`, '余额')));
    expect(text).toMatch(/^….*\[余额\]在这里。$/);
    expect(text.length).toBeLessThan(90);
  });

  it('is the whole of a short text, or the beginning of one without a match', () => {
    expect(shown(passage(match('Short.', 'short')))).toBe('[Short].');
    expect(shown(passage(match(filler, 'else')))).toMatch(/^water runs .*…$/);
  });

  it('separates no surrogate pair', () => {
    for (const before of ['', 'a', 'ab', 'abc']) {
      const text = `${before}${'𠮷'.repeat(200)}余额${'𠮷'.repeat(200)}`;
      expect(shown(passage(match(text, '余额'))).isWellFormed()).toBe(true);
    }
  });
});
