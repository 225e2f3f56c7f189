import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxFileBytes, searchIndex } from '../../../../../src/prerender/blog/search-index.ts';
import type { PostText } from '../../../../../src/search/index-files.ts';
import { termsOf } from '../../../../../src/search/terms.ts';
import { fold, wordsOf } from '../../../../../src/search/words.ts';
import { indexOf, slugsOf } from '../../../../support/search-index.ts';

const post = (slug: string, text: string): PostText => ({
  ...{ slug, title: 'A post', description: 'About it.', day: '2026-01-01', text },
});

describe('the index', () => {
  const posts = Array.from({ length: 200 }, (_, number) =>
    post(`p${number}`, `word${number} ${'水车转了一圈又一圈'.repeat(60)}`),
  );

  it('is cut into files that stay below their limit', () => {
    const { files, list } = searchIndex(posts);
    expect(files.texts.length).toBeGreaterThan(1);
    for (const kind of ['terms', 'texts'] as const) {
      expect(list[kind]).toHaveLength(files[kind].length);
      const largest = Math.max(...files[kind].map((json) => Buffer.byteLength(json)));
      expect(largest).toBeLessThan(maxFileBytes * 1.1);
    }
  });

  it('has one version for one content, and another for another', () => {
    const { version } = searchIndex(posts).list;
    expect(searchIndex(posts).list.version).toBe(version);
    expect(searchIndex(posts.slice(1)).list.version).not.toBe(version);
  });

  it('gives a post that is too long for a file one of its own', async () => {
    const long = post('long', 'water '.repeat(200_000));
    const { source, files } = indexOf([post('a', 'wheel'), long, post('b', 'wheel')]);
    expect(files.texts).toHaveLength(3);
    expect(await slugsOf('wheel', source)).toEqual(['a', 'b']);
  });
});

it('every run of characters and every word of a text is found', async () => {
  const letter = fc.constantFrom(...'水车余额一的aZé9 -.，’');
  const text = fc.array(letter, { minLength: 1, maxLength: 40 }).map((letters) => letters.join(''));
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 4 }), async (texts) => {
      const { source } = indexOf(texts.map((text, number) => post(`p${number}`, text)));
      for (const [number, text] of texts.entries()) {
        for (const [run] of text.matchAll(/[水车余额一的]{1,5}|[a-zé]+/gi)) {
          expect(await slugsOf(run, source)).toContain(`p${number}`);
        }
      }
    }),
    { numRuns: 60 },
  );
});

it('the terms of the index are those of its texts, rare and single characters too', () => {
  const letter = fc.constantFrom(...'水车一𠮷𪚥カー的aZé9𝟗𐐀 -.，’');
  const text = fc.array(letter, { minLength: 1, maxLength: 40 }).map((letters) => letters.join(''));
  fc.assert(
    fc.property(text, (text) => {
      const { files } = searchIndex([{ ...post('p', text), title: '', description: '' }]);
      const indexed = files.terms.flatMap((json) => Object.keys(JSON.parse(json)));
      const terms = new Set(wordsOf(fold(text)).flatMap(termsOf));
      expect(indexed.toSorted()).toEqual([...terms].sort());
    }),
    { numRuns: 200 },
  );
});
