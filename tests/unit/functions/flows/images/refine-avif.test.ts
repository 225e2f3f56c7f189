import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { encodePicture } from '../../../../../functions/flows/images/encode-picture.ts';
import { type Pixels, sharp } from '../../../../../functions/flows/images/read-picture.ts';
import { refineAvif } from '../../../../../functions/flows/images/refine-avif.ts';

const goal = { likeness: 0.98, maxBytes: 1_000_000, effort: 3 };
const { signal } = new AbortController();

let pixels: Pixels;
let quick: Parameters<typeof refineAvif>[1];

/** A drawing of more than half a megapixel, as effort 3 makes it. */
beforeAll(async () => {
  const file = await readFile('src/content/flows/pictures/valley.png');
  const drawing = sharp(file).resize({ width: 1_000, height: 560, fit: 'cover' }).removeAlpha();
  const { data, info } = await drawing.raw().toBuffer({ resolveWithObject: true });
  pixels = { data, width: info.width, height: info.height, channels: info.channels };
  const encoded = await encodePicture(pixels, 'avif', goal, signal);
  if (!('content' in encoded)) throw new Error('nothing was encoded');
  quick = encoded;
}, 60_000);

test('a large AVIF is made once more with fewer bytes, and looks as alike as wanted', async () => {
  const made = await refineAvif(pixels, quick, goal, { signal, endsAtMs: Infinity });
  expect(made.content.length).toBeLessThan(quick.content.length * 0.95);
  expect(made.likeness).toBeGreaterThanOrEqual(goal.likeness);
}, 60_000);

test('without time for it, what was made stays', async () => {
  const limits = { signal, endsAtMs: performance.now() };
  expect(await refineAvif(pixels, quick, goal, limits)).toBe(quick);
}, 60_000);

test('what has lost its likeness to a limit in bytes stays', async () => {
  const small = { ...quick, likeness: 0.9 };
  expect(await refineAvif(pixels, small, goal, { signal, endsAtMs: Infinity })).toBe(small);
});
