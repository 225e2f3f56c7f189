import sharp, { type Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';
import { imageShrink } from '../../../../../functions/flows/catalog/image-shrink.ts';
import { UploadedFile } from '../../../../../functions/flows/file-input.ts';
import type { MadePart } from '../../../../../functions/flows/flow.ts';
import { maxPictureBytes } from '../../../../../functions/flows/input-limits.ts';
import { maxInlineFileBytes } from '../../../../../src/contract/uploads.ts';
import {
  firstPixel,
  flatPicture,
  movingPng,
  movingWebp,
  noisyPicture,
  pngThatClaims,
} from '../../../../support/pictures.ts';
import { fileOf, partOf, refusalOf, runFlow, wrongField } from '../../../../support/run-flow.ts';

const base64 = (file: Uint8Array) => Buffer.from(file).toString('base64');

/** A file as a call has it: a large one was uploaded. */
function given(file: Uint8Array): string | UploadedFile {
  const isSmall = file.length <= maxInlineFileBytes;
  return isSmall ? base64(file) : new UploadedFile('image/png', file);
}

function shrink(file: Uint8Array, widths: readonly number[]): Promise<readonly MadePart[]> {
  return runFlow(imageShrink, { picture: base64(file), widths });
}

function sizes(parts: readonly MadePart[]) {
  return parts.flatMap((part) =>
    part.kind === 'file' ? [[part.name, part.mediaType, part.width, part.height]] : [],
  );
}

describe('a picture', () => {
  test.each(['png', 'jpeg', 'webp', 'avif'] as const)(
    'in %s comes back as AVIF and WebP in each width',
    async (format) => {
      const file = await noisyPicture(700, 70).toFormat(format, { effort: 1 }).toBuffer();
      const parts = await shrink(file, [640, 320]);
      expect(partOf(parts, 'bytes-before')).toMatchObject({ value: file.length, unit: 'bytes' });
      expect(sizes(parts)).toEqual([
        ['avif-320.avif', 'image/avif', 320, 32],
        ['webp-320.webp', 'image/webp', 320, 32],
        ['avif-640.avif', 'image/avif', 640, 64],
        ['webp-640.webp', 'image/webp', 640, 64],
      ]);
      for (const part of parts.filter(({ kind }) => kind === 'file')) {
        const { width, height, format: written } = await sharp(fileOf(parts, part.name)).metadata();
        expect(part).toMatchObject({ width, height });
        expect(part.name).toMatch(written === 'heif' ? /\.avif$/ : /\.webp$/);
      }
    },
  );

  test('is never enlarged: a picture narrower than several widths comes back once', async () => {
    const parts = await shrink(await flatPicture(400, 100).png().toBuffer(), [320, 640, 1920]);
    expect(sizes(parts).map(([name]) => name)).toEqual([
      ...['avif-320.avif', 'webp-320.webp', 'avif-400.avif', 'webp-400.webp'],
    ]);
  });

  test('of one pixel stays one pixel', async () => {
    const parts = await shrink(await flatPicture(1, 1).png().toBuffer(), [640]);
    expect(sizes(parts).map(([, , ...size]) => size)).toEqual([
      [1, 1],
      [1, 1],
    ]);
  });

  test('keeps its transparency', async () => {
    const background = { r: 0, g: 0, b: 255, alpha: 0 };
    const file = await sharp({ create: { width: 9, height: 9, channels: 4, background } })
      .png()
      .toBuffer();
    const pixel = await firstPixel(fileOf(await shrink(file, [320]), 'webp-9.webp'));
    expect(pixel[3]).toBe(0);
  });

  test('comes back upright, without place, camera and other metadata', async () => {
    const file = await flatPicture(60, 30)
      .withExif({
        IFD0: { Model: 'Camera', Copyright: 'Ada' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>')
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect(await sharp(file).metadata()).toMatchObject({ orientation: 6, width: 60 });
    const parts = await shrink(file, [320]);
    for (const name of ['avif-30.avif', 'webp-30.webp']) {
      const made = await sharp(fileOf(parts, name)).metadata();
      expect(made).toMatchObject({ width: 30, height: 60, hasProfile: false });
      expect([made.exif, made.xmp, made.iptc, made.orientation]).toEqual(Array(4).fill(undefined));
      expect(Buffer.from(fileOf(parts, name)).includes('GPS')).toBe(false);
    }
  });

  test.each([
    ['16 bits a channel', (image: Sharp) => image.toColourspace('rgb16').png()],
    ['the colours of print', (image: Sharp) => image.toColourspace('cmyk').jpeg()],
    ['a wider profile', (image: Sharp) => image.withIccProfile('p3').png()],
    ['a palette', (image: Sharp) => image.png({ palette: true })],
  ])('with %s comes back in the same colours, as sRGB', async (_what, write) => {
    const file = await write(flatPicture(40, 40)).toBuffer();
    const made = fileOf(await shrink(file, [320]), 'webp-40.webp');
    const pixel = await firstPixel(made);
    for (const [channel, value] of [200, 30, 30].entries()) {
      expect(Math.abs((pixel[channel] ?? 0) - value)).toBeLessThan(30);
    }
    expect(await sharp(made).metadata()).toMatchObject({ space: 'srgb', hasProfile: false });
  });

  test('in grey stays grey', async () => {
    const file = await flatPicture(40, 40, [90, 90, 90]).greyscale().png().toBuffer();
    const [red, green, blue] = await firstPixel(fileOf(await shrink(file, [320]), 'webp-40.webp'));
    expect([green, blue]).toEqual([red, red]);
  });

  test('gives the same bytes each time', async () => {
    const file = await noisyPicture(300, 200).png().toBuffer();
    expect(await shrink(file, [320])).toEqual(await shrink(file, [320]));
  });
});

const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

test.each<[string, () => Promise<Uint8Array> | Uint8Array, string, string]>([
  ['an SVG', () => svg, 'whatever its name says', '文件名'],
  ['a GIF', () => flatPicture(9, 9).gif().toBuffer(), 'no PNG, JPEG', '都不是'],
  ['a TIFF', () => flatPicture(9, 9).tiff().toBuffer(), 'no PNG, JPEG', '都不是'],
  ['text', () => Buffer.from('hello'), 'no PNG, JPEG', '都不是'],
  [
    'an SVG behind the first bytes of a PNG',
    () => Buffer.concat([signature, svg]),
    'damaged',
    '损坏',
  ],
  ['the first three bytes of a JPEG', () => Uint8Array.of(0xff, 0xd8, 0xff), 'damaged', '损坏'],
  [
    'a bomb of 3,600 megapixels',
    () => pngThatClaims(60_000, 60_000),
    '3600.0 megapixels',
    '360000 万',
  ],
  ['40 megapixels', () => pngThatClaims(8_000, 5_000), 'at most 30', '最多 3000 万'],
  ['a strip that is too long', () => pngThatClaims(1, 20_000), '16383', '16383'],
  ['a moving WebP', movingWebp, 'moves', '动图'],
  ['a moving PNG', movingPng, 'moves', '动图'],
  ['25 MB and a bit', () => Buffer.alloc(maxPictureBytes + 1), 'more than 25 MB', '超过 25 MB'],
])('%s is refused in both languages', async (_what, make, en, zh) => {
  const refusal = await refusalOf(imageShrink, { picture: given(await make()) });
  expect(refusal.en).toContain(en);
  expect(refusal.zh).toContain(zh);
});

test.each(['png', 'jpeg', 'webp', 'avif'] as const)(
  'a %s that is cut off is refused',
  async (format) => {
    const file = await noisyPicture(99, 99).toFormat(format, { effort: 1 }).toBuffer();
    for (const part of [0.02, 0.5, 0.9]) {
      const cut = file.subarray(0, Math.round(file.length * part));
      expect((await refusalOf(imageShrink, { picture: base64(cut) })).en).toMatch(/damaged|no PNG/);
    }
  },
);

test('a tall picture comes back in the widths that keep it within the limits', async () => {
  const file = await flatPicture(1_920, 5_000).png().toBuffer();
  const refusal = await refusalOf(imageShrink, { picture: base64(file), widths: [320, 1920] });
  expect(refusal.en).toContain('At 1920 pixels of width the result has more than 8 megapixels');
  expect(refusal.zh).toContain('超过 800 万像素');
  expect(sizes(await shrink(file, [320])).map(([, , , height]) => height)).toEqual([833, 833]);
});

test('a picture with the largest allowed number of pixels is accepted', async () => {
  const file = await flatPicture(6_000, 5_000).jpeg().toBuffer();
  expect(sizes(await shrink(file, [320])).map(([, , width]) => width)).toEqual([320, 320]);
});

test.each([
  ['no picture', {}, 'picture'],
  ['an empty one', { picture: '' }, 'picture'],
  ['one that is not base64', { picture: 'a picture' }, 'picture'],
  ['one of 6 MB', { picture: 'a'.repeat(8_000_000) }, 'picture'],
  ['no width', { picture: 'aaaa', widths: [] }, 'widths'],
  ['a width that is not offered', { picture: 'aaaa', widths: [333] }, 'widths.0'],
  ['four widths', { picture: 'aaaa', widths: [320, 640, 960, 1280] }, 'widths'],
])('%s is found wrong before anything runs', (_what, input, field) => {
  expect(wrongField(imageShrink, input)).toBe(field);
});

test('an aborted run decodes nothing', async () => {
  const picture = base64(await flatPicture(40, 40).png().toBuffer());
  const prepared = imageShrink.prepare({ picture });
  const run = prepared.ok ? prepared.run(AbortSignal.abort(new Error('over'))) : undefined;
  await expect(run).rejects.toThrow('over');
});
