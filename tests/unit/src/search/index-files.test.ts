import { describe, expect, it } from 'vitest';
import { parseFileList, parseTermFile, parseTextFile } from '../../../../src/search/index-files.ts';

const text = { slug: 'a-post', title: 'A', description: 'B', day: '2026-01-01', text: 'C' };
const list = { version: 'abc', terms: ['a'], texts: [0] };

describe('a fetched value', () => {
  it('is accepted when it is a file of the index', () => {
    expect(parseFileList(list)).toEqual(list);
    expect(parseTermFile({ 余额: [1, 2], constructor: [3] })).toEqual({
      余额: [1, 2],
      constructor: [3],
    });
    expect(parseTextFile([text])).toEqual([text]);
  });

  it.each([
    null,
    'text',
    {},
    { ...list, version: 1 },
    { ...list, terms: [1] },
    { ...list, texts: ['0'] },
  ])('is no list of files: %j', (value) => {
    expect(parseFileList(value)).toBeUndefined();
  });

  it.each([null, 'text', { a: 1 }, { a: ['1'] }, { a: null }])(
    'is no file of terms: %j',
    (value) => {
      expect(parseTermFile(value)).toBeUndefined();
    },
  );

  it.each([
    null,
    {},
    [1],
    [{ ...text, slug: '../x' }],
    [{ ...text, slug: 'javascript:alert(1)' }],
    [{ ...text, text: undefined }],
  ])('is no file of texts: %j', (value) => {
    expect(parseTextFile(value)).toBeUndefined();
  });
});
