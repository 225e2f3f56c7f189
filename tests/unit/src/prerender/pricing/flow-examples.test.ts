import { expect, it } from 'vitest';
import en from '../../../../../src/i18n/en/site.json' with { type: 'json' };
import zh from '../../../../../src/i18n/zh/site.json' with { type: 'json' };
import {
  digestedLines,
  markedSentences,
  rankedSentences,
} from '../../../../../src/prerender/pricing/flow-examples.ts';
import { runExample } from '../../../../../src/prerender/pricing/flow-summaries.ts';

it('a sentence has the rank of the shortest summary that quotes it', async () => {
  const pieces = await rankedSentences(en.demos.digest.text, 4);
  expect(pieces.map(({ text }) => text).join('')).toBe(en.demos.digest.text);
  expect(pieces.flatMap(({ rank }) => rank ?? []).toSorted()).toEqual([1, 2, 3, 4]);
});

it('a text is split at the picked sentences without loss', () => {
  expect(markedSentences('One. Two. Three.', ['Two.', 'Three.'])).toEqual([
    { text: 'One. ', isPicked: false },
    { text: 'Two.', isPicked: true },
    { text: ' ', isPicked: false },
    { text: 'Three.', isPicked: true },
  ]);
});

it('a repeated sentence is marked after the one picked before it', () => {
  const pieces = markedSentences('One. Two. One.', ['Two.', 'One.']);
  expect(pieces.map(({ isPicked }) => isPicked)).toEqual([false, true, false, true]);
});

it('a sentence that the text does not contain stops the build', () => {
  expect(() => markedSentences('One. Two.', ['Three.'])).toThrow('"Three."');
});

it('a text in a language that the flow does not read has no lines', async () => {
  expect(await digestedLines('Мельница работает. Колесо новое. Идёт дождь.')).toBeUndefined();
});

it.each([
  ['$201,500', en],
  ['18 万元', zh],
])('the text of the gallery has what costs %s lit, and no heading', async (cost, words) => {
  const lines = (await digestedLines(words.product.sheet)) ?? [];
  const lit = lines.flatMap(({ isHeading, pieces }) => {
    return pieces.flatMap(({ text, isPicked }) => (isPicked ? [[text, isHeading]] : []));
  });
  expect(lit).toContainEqual([expect.stringContaining(cost), false]);
  expect(lit.filter(([, isHeading]) => isHeading)).toEqual([]);
  expect(lit.length).toBeLessThan(lines.length / 2);
});

it.each([
  ['English', en],
  ['Chinese', zh],
])('the digest of the %s example picks two sentences that are not neighbours', async (_, words) => {
  const { text } = words.examples;
  const [summary] = await runExample('document-digest', { text });
  const items = summary?.kind === 'list' ? summary.items : [];
  const pieces = markedSentences(text, items);
  const picked = pieces.flatMap(({ isPicked }, index) => (isPicked ? [index] : []));
  expect(picked).toHaveLength(2);
  const [first = 0, second = 0] = picked;
  expect(pieces.slice(first + 1, second).some(({ text: between }) => between.trim())).toBe(true);
});
