import { describe, expect, it } from 'vitest';
import { maxQueryLength, type Query, queryOf, splitRuns } from '../../../../src/search/query.ts';
import { joined } from '../../../../src/search/words.ts';

const words = (query: Query | undefined) => query?.map(({ word }) => joined(word));

describe('a query', () => {
  it.each([
    ['', []],
    ['  \t\n ', []],
    ['?!. 。，', []],
    ['\u0000\u0007credits\u001b', ['credits']],
    ['.*+?^$()|[]\\', []],
    ['a(b|c)*', ['a', 'b', 'c']],
    ['"API 密钥"', ['api', '密钥']],
    ['<img src=x>', ['img', 'src', 'x']],
    ['__proto__', ['proto']],
    ['\ud842', []],
  ])('%j has the words %j', (text, expected) => {
    expect(words(queryOf(text))).toEqual(expected);
  });

  it('of ten thousand characters is read up to its limit', () => {
    expect(words(queryOf('额'.repeat(10_000)))).toEqual(['额'.repeat(maxQueryLength)]);
    expect(queryOf('a '.repeat(5_000))).toHaveLength(12);
  });
});

describe('a query with its runs split', () => {
  it.each([
    ['积分过期', ['积分', '过期']],
    ['API 密钥过期', ['api', '密钥', '过期']],
    ['余额不足', ['余额', '不足']],
  ])('of %s has the words %j', (text, expected) => {
    expect(words(splitRuns(queryOf(text)))).toEqual(expected);
  });

  it.each(['credits', 'API', '积分', '余额', '密钥', ''])('of %j does not exist', (text) => {
    expect(splitRuns(queryOf(text))).toBeUndefined();
  });
});
