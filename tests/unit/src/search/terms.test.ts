import { describe, expect, it } from 'vitest';
import { matchesTerm, queryTermsOf, termsOf } from '../../../../src/search/terms.ts';
import { fold, wordsOf } from '../../../../src/search/words.ts';

const terms = (text: string) => wordsOf(fold(text)).map((word) => termsOf(word).join(' '));

describe('the terms of a text', () => {
  it.each([
    ['Credits, please', ['credits', 'please']],
    ['don’t', ['dont don', 't']],
    ["don't", ['dont don', 't']],
    ['e-mail', ['email e', 'mail']],
    ['Node.js', ['nodejs node', 'js']],
    ['wasm-unsafe-eval', ['wasmunsafeeval wasm', 'unsafeeval unsafe', 'eval']],
    ['AI-based', ['aibased ai', 'based']],
    ['SHA-256 sha256', ['sha256 sha', '256', 'sha256 sha', '256']],
    ['20kB 20 kB', ['20', 'kb', '20', 'kb']],
    ['1,152 and 1.5.2', ['1152', 'and', '1.5.2']],
    ['1,2', ['1', '2']],
    ['2026-10-13', ['2026.10.13 2026', '10.13 10', '13']],
    ['One. Two.', ['one', 'two']],
    ['余额', ['余额 额']],
    ['额', ['额']],
    ['可用余额。到账', ['可用 用余 余额 额', '到账 账']],
    ['API 密钥', ['api', '密钥 钥']],
    ['API密钥', ['api', '密钥 钥']],
    ['ＡＰＩ密钥２０个', ['api', '密钥 钥', '20', '个']],
    ['naïve 東京タワー', ['naive', '東京 京タ タワ ワー ー']],
    ['$ → © 。 ？', []],
  ])('%j', (text, expected) => {
    expect(terms(text).join(' ').split(' ')).toEqual(expected.join(' ').split(' '));
  });

  it('have limits on their length and on the parts of a word', () => {
    expect(terms('a'.repeat(1000))).toEqual(['a'.repeat(40)]);
    const [parts = ''] = terms(Array.from({ length: 100 }, () => 'abc').join('-'));
    expect(parts.split(' ')).toHaveLength(16);
  });
});

describe('a word of a query', () => {
  const found = (query: string, text: string) => {
    const [word] = wordsOf(fold(query));
    const kept = wordsOf(fold(text)).flatMap(termsOf);
    return (word ? queryTermsOf(word) : []).every((queryTerm) =>
      kept.some((term) => matchesTerm(queryTerm, term)),
    );
  };

  it.each([
    ['credit', 'Credits'],
    ['CREDITS', 'credits'],
    ['email', 'e-mail'],
    ['e-mail', 'email'],
    ['mail', 'e-mail'],
    ['AI', 'AI-based'],
    ['unsafe-eval', 'wasm-unsafe-eval'],
    ['dont', 'don’t'],
    ['node.js', 'NodeJS'],
    ['1152', '1,152'],
    ['1.5', '1.5.2'],
    ['2026-10', '2026-10-13'],
    ['20', '20kB'],
    ['余', '余额'],
    ['额', '余额'],
    ['用余额', '可用余额不足'],
    ['𠮷', '𠮷野家'],
    ['家', '𠮷野家'],
  ])('%s is found in %s', (query, text) => {
    expect(found(query, text)).toBe(true);
  });

  it.each([
    ['credits', 'credit'],
    ['25', '250'],
    ['100', '1000'],
    ['1.5', '15'],
    ['e', 'email'],
    ['余额', '余下的额度'],
    ['用', '额'],
  ])('%s is not found in %s', (query, text) => {
    expect(found(query, text)).toBe(false);
  });
});
