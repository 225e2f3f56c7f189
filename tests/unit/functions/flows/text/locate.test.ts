import { expect, test } from 'vitest';
import { locator } from '../../../../../functions/flows/text/locate.ts';
import { growthFactor, MAX_GROWTH_FACTOR } from '../../../../support/growth.ts';

test.each<[string, string, string, [number, number] | undefined, string]>([
  ['with the stop that ends it', 'It turns. It stops.', 'It stops.', undefined, 'It stops.'],
  ['with all marks that end it', 'Go. “Stop!”) Go.', 'Stop!”)', undefined, 'Stop!”)'],
  ['with the marks that open it', 'Go. “(Stop!', '“(Stop!', undefined, '“(Stop!'],
  ['without marks that the source lacks', 'It *turns*.', 'It turns.', undefined, 'It *turns'],
  [
    'with marks within it',
    'The <b>old</b> mill.',
    'The old mill.',
    undefined,
    'The <b>old</b> mill.',
  ],
  [
    'behind the name of a note',
    'The [[Mill|old mill]].',
    'The old mill.',
    undefined,
    'The [[Mill|old mill',
  ],
  ['of which a part is asked', 'The old mill.', 'The old mill.', [4, 7], 'old'],
  ['with a part behind a rare letter', '𠮷 mill.', '𠮷 mill.', [3, 7], 'mill'],
  ['that is a rare letter', 'A 𠮷.', '𠮷.', undefined, '𠮷.'],
])('a sentence %s is found', (_what, source, text, part, found) => {
  const place = locator(source, [{ text }])(0, ...(part ?? []));
  expect(place && source.slice(place.start, place.end)).toBe(found);
});

test('a sentence that the source lacks has no place, and the next one has', () => {
  const locate = locator('One. Three.', [{ text: 'One.' }, { text: 'Two.' }, { text: 'Three.' }]);
  expect([locate(0), locate(1), locate(2)]).toEqual([
    { start: 0, end: 4 },
    undefined,
    { start: 5, end: 11 },
  ]);
});

test.each([
  ['a run of signs', (size: number) => `A word ${'<'.repeat(size)} ends.`],
  ['a run of marks of Markdown', (size: number) => `A word ${'[]'.repeat(size / 2)} ends.`],
  ['a run of spaces', (size: number) => `A word ${' \n'.repeat(size / 2)} ends.`],
])('a sentence with %s is found in a time that grows no faster than it', (_what, textOf) => {
  const growth = growthFactor((size) => {
    const text = textOf(size);
    return () => locator(text, [{ text }])(0);
  }, 5_000);
  expect(growth).toBeLessThan(MAX_GROWTH_FACTOR);
});

test('all words of a sentence are found in a time that grows no faster than they', () => {
  const growth = growthFactor((count) => {
    const text = 'turns, '.repeat(count);
    return () => {
      const locate = locator(text, [{ text }]);
      for (let word = 0; word < count; word += 1) locate(0, word * 7, word * 7 + 5);
    };
  }, 400);
  expect(growth).toBeLessThan(MAX_GROWTH_FACTOR);
});

test('many sentences that the source lacks take a time that grows no faster than they', () => {
  const growth = growthFactor((count) => {
    const source = `${'a'.repeat(60)}. `.repeat(count);
    const sentences = Array.from({ length: count }, () => ({ text: `${'a'.repeat(60)}e.` }));
    return () => locator(source, sentences);
  }, 300);
  expect(growth).toBeLessThan(MAX_GROWTH_FACTOR);
});
