import { readFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { expect, it, vi } from 'vitest';
import { cardSizes } from '../../../../../src/drawing/card-options.ts';
import { cardPlaces, galleryCards } from '../../../../../src/prerender/pricing/card-gallery.ts';
import { comparedBytes, exampleCard } from '../../../../../src/prerender/pricing/flow-examples.ts';
import { runExample } from '../../../../../src/prerender/pricing/flow-summaries.ts';

/** In bytes: a picture of the first page that a visitor opens. */
const MAX_BYTES = 16_000;
/** By how much WebP changes a card, in steps of 255 in the mean. */
const MAX_OFF = 2;

it('the example card is small, and as large as the pages say', async () => {
  const card = await exampleCard({ title: '水车是怎么转起来的', subtitle: 'A gate and a wheel.' });
  const { widthPx: width, heightPx: height } = cardSizes['open-graph'];
  expect(await sharp(card).metadata()).toMatchObject({ format: 'png', width, height });
  expect(card.byteLength).toBeLessThan(MAX_BYTES);
}, 60_000);

it('the pictures that visitors compare are a PNG and what the flow makes of it', async () => {
  // On a slow machine, a run is ended at its limit.
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

const placed = cardPlaces().map((place, at) => ({ place, card: galleryCards[at] }));

it.each(placed)(
  'the card $card.title of the gallery is as the flow draws it',
  async (one) => {
    const { place, card } = one;
    const { lang: _lang, size, ...input } = card ?? {};
    const parts = await runExample('social-card', { ...input, sizes: [size] });
    const [drawn] = parts.flatMap((part) => (part.kind === 'file' ? part.content : []));
    const pixels = (picture: Sharp) => picture.removeAlpha().raw().toBuffer();
    const [made, kept] = await Promise.all([
      pixels(sharp(drawn).resize({ width: place.width })),
      pixels(sharp('src/content/flows/pictures/cards.webp').extract({ left: 0, ...place })),
    ]);
    expect(kept).toHaveLength(made.length);
    const off = made.reduce((sum, value, at) => sum + Math.abs(value - (kept[at] ?? 0)), 0);
    expect(off / made.length).toBeLessThan(MAX_OFF);
  },
  60_000,
);
