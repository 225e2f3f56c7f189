import { readFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { expect, it, vi } from 'vitest';
import { cardSizes } from '../../../../../src/drawing/card-options.ts';
import { cardPlaces, galleryCards } from '../../../../../src/prerender/pricing/card-gallery.ts';
import { compared, exampleCard } from '../../../../../src/prerender/pricing/flow-examples.ts';
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

it.each([
  ['valley', 960, 0.99],
  ['coffee', 640, 0.98],
  ['cat', 640, 0.98],
  ['rocket', 640, 0.98],
] as const)(
  'what visitors compare with %s is what the flow makes of it',
  async (name, width, likeness) => {
    // On a slow machine, a run is ended at its limit.
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal);
    const folder = 'src/content/flows/pictures';
    const { file, ...bytes } = compared[name];
    const [given, avif] = await Promise.all(
      [file, `${name}.avif`].map((one) => readFile(`${folder}/${one}`)),
    );
    const picture = given?.toString('base64');
    const parts = await runExample('image-shrink', { picture, widths: [width], likeness });
    const made = parts.flatMap((part) => (part.kind === 'file' ? part.content : []));
    expect(made.some((content) => avif?.equals(content))).toBe(true);
    expect(bytes).toEqual({ before: given?.length, after: avif?.length });
  },
  60_000,
);

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
