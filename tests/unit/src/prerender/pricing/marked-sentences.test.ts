import { expect, it } from 'vitest';
import en from '../../../../../src/i18n/en/site.json' with { type: 'json' };
import zh from '../../../../../src/i18n/zh/site.json' with { type: 'json' };
import { runExample } from '../../../../../src/prerender/pricing/flow-summaries.ts';
import { markedSentences } from '../../../../../src/prerender/pricing/marked-sentences.ts';

it('a text is cut at the sentences that were picked, and nothing of it is lost', () => {
  expect(markedSentences('One. Two. Three.', ['Two.', 'Three.'])).toEqual([
    { text: 'One. ', isPicked: false },
    { text: 'Two.', isPicked: true },
    { text: ' ', isPicked: false },
    { text: 'Three.', isPicked: true },
  ]);
});

it('a sentence that comes twice is marked where it comes after the one before', () => {
  const pieces = markedSentences('One. Two. One.', ['Two.', 'One.']);
  expect(pieces.map(({ isPicked }) => isPicked)).toEqual([false, true, false, true]);
});

it('a sentence that does not stand in the text ends the build', () => {
  expect(() => markedSentences('One. Two.', ['Three.'])).toThrow('"Three."');
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
