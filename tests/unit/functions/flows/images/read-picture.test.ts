import { expect, test } from 'vitest';
import { pictureFormat } from '../../../../../functions/flows/images/read-picture.ts';
import { flatPicture, movingPng, movingWebp } from '../../../../support/pictures.ts';

test.each(['png', 'jpeg', 'webp', 'avif'] as const)(
  'a still %s is known by its bytes',
  async (format) => {
    const file = await flatPicture(20, 20).toFormat(format).toBuffer();
    expect(pictureFormat(file)).toEqual({ format, isAnimated: false });
  },
);

test('a photograph of a phone in HEIC is known by its bytes', () => {
  const start = '\u0000\u0000\u0000\u0018ftypheic\u0000\u0000\u0000\u0000mif1heic';
  const found = { format: 'heic', isAnimated: false };
  expect(pictureFormat(Buffer.from(start, 'latin1'))).toEqual(found);
});

test('animated pictures are detected', async () => {
  expect(pictureFormat(await movingPng())).toEqual({ format: 'png', isAnimated: true });
  expect(pictureFormat(await movingWebp())).toEqual({ format: 'webp', isAnimated: true });
  const sequence = Buffer.from(
    '\u0000\u0000\u0000\u0018ftypavis\u0000\u0000\u0000\u0000avifmif1',
    'latin1',
  );
  expect(pictureFormat(sequence)).toEqual({ format: 'avif', isAnimated: true });
});

test.each([
  ['nothing', ''],
  ['a film', '\u0000\u0000\u0000\u0014ftypisom\u0000\u0000\u0002\u0000mp41'],
  ['sound in the container of WebP', 'RIFF\u0000\u0000\u0000\u0000WAVEfmt '],
  ['a box without a size', '\u0000\u0000\u0000\u0000ftypavif'],
  ['the name of a format', 'avif'],
])('%s is none of the formats', (_what, bytes) => {
  expect(pictureFormat(Buffer.from(bytes, 'latin1'))).toBeUndefined();
});
