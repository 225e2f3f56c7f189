import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { expect, it, vi } from 'vitest';
import { cardSizes } from '../../../../../src/drawing/card-options.ts';
import en from '../../../../../src/i18n/en/site.json' with { type: 'json' };
import zh from '../../../../../src/i18n/zh/site.json' with { type: 'json' };
import {
  comparedBytes,
  exampleCard,
  markedSentences,
  rankedSentences,
} from '../../../../../src/prerender/pricing/flow-examples.ts';
import { runExample } from '../../../../../src/prerender/pricing/flow-summaries.ts';

/** In bytes: a picture of the first page that a visitor opens. */
const MAX_BYTES = 16_000;

it('the example card is small, and as large as the pages say', async () => {
  const card = await exampleCard({ title: '水车是怎么转起来的', subtitle: 'A gate and a wheel.' });
  const { widthPx: width, heightPx: height } = cardSizes['open-graph'];
  expect(await sharp(card).metadata()).toMatchObject({ format: 'png', width, height });
  expect(card.byteLength).toBeLessThan(MAX_BYTES);
}, 60_000);

it('the pictures that visitors compare are a PNG and what the flow makes of it', async () => {
  // On a slow machine, the flow keeps what it has after a while, and a run is ended at its limit.
  vi.spyOn(performance, 'now').mockReturnValue(0);
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal);
  const folder = 'src/content/flows/pictures';
  const [png, avif] = await Promise.all(
    ['valley.png', 'valley.avif'].map((name) => readFile(`${folder}/${name}`)),
  );
  const picture = png?.toString('base64');
  const parts = await runExample('image-shrink', { picture, widths: [960], likeness: 0.99 });
  const made = parts.flatMap((part) => (part.kind === 'file' ? part.content : []));
  expect(made.some((content) => avif?.equals(content))).toBe(true);
  expect(comparedBytes).toEqual({ png: png?.length, avif: avif?.length });
}, 60_000);

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
