import { expect, test } from 'vitest';
import { analyseText } from '../../../../../functions/flows/text/analyse-text.ts';
import { keyPhrases } from '../../../../../functions/flows/text/key-phrases.ts';

function phrasesOf(text: string) {
  return keyPhrases(analyseText(text).sentences);
}

test('the most frequent phrase comes first, as a whole', () => {
  const text =
    'A water wheel turns. The water wheel is old. Every water wheel has a race. A race ends.';
  expect(phrasesOf(text)[0]).toBe('water wheel');
});

test('forms of a word are one phrase, spelled as within a sentence', () => {
  const phrases = phrasesOf('Wheels turn. We like a wheel. They saw wheels. Stop.');
  expect(phrases[0]).toBe('wheel');
  expect(phrases.filter((phrase) => /wheel/i.test(phrase))).toHaveLength(1);
});

test('of a longer and a shorter phrase with the same words, one is chosen', () => {
  const phrases = phrasesOf(
    'The image shrink flow runs. An image shrink flow ran. Shrink flow it is.',
  );
  expect(phrases.filter((phrase) => phrase.includes('shrink'))).toHaveLength(1);
});

test('stop words, numbers and marks end a phrase', () => {
  expect(phrasesOf('Stone of corn, bread 4711 oven.')).toEqual(
    expect.arrayContaining(['corn', 'bread', 'oven']),
  );
});

test('Chinese phrases have no counters in them', () => {
  const phrases = phrasesOf('一次运行一次结算。每次运行都有结算。这次运行没有结算。');
  expect(phrases).toEqual(expect.arrayContaining(['运行', '结算']));
  expect(phrases.join()).not.toMatch(/[一每这]次/);
});
