import { describe, expect, it } from 'vitest';
import { chooseEncoding } from '../../../../../infra/local/static/encoding.ts';

describe('chooseEncoding', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['identity', undefined],
    ['deflate', undefined],
    ['gzip', 'gzip'],
    ['br', 'br'],
    ['gzip, deflate, br', 'br'],
    ['GZIP', 'gzip'],
    ['gzip;q=1, br;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0, gzip;q=0', undefined],
    ['*', 'br'],
    ['*, br;q=0', 'gzip'],
    ['*;q=0', undefined],
    ['br;q=nonsense, gzip;q=0.1', 'gzip'],
  ])('answers accept-encoding %j in %j', (header, expected) => {
    expect(chooseEncoding(header)).toBe(expected);
  });
});
