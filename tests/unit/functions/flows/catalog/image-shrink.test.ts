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
  phoneHeic,
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
  test.each(['png', 'jpeg', 'webp', 'avif', 'tiff', 'gif'] as const)(
    'in %s comes back as AVIF and WebP in each width',
    async (format) => {
      const file = await noisyPicture(340, 34)
        .toFormat(format, format === 'tiff' ? {} : { effort: 1 })
        .toBuffer();
      const parts = await shrink(file, [640, 320]);
      expect(partOf(parts, 'before')).toMatchObject({ value: file.length, unit: 'bytes' });
      expect(sizes(parts)).toEqual([
        ['avif-320.avif', 'image/avif', 320, 32],
        ['webp-320.webp', 'image/webp', 320, 32],
        ['avif-340.avif', 'image/avif', 340, 34],
        ['webp-340.webp', 'image/webp', 340, 34],
      ]);
      for (const part of parts.filter(({ kind }) => kind === 'file')) {
        const { width, height, format: written } = await sharp(fileOf(parts, part.name)).metadata();
        expect(part).toMatchObject({ width, height });
        expect(part.name).toMatch(written === 'heif' ? /\.avif$/ : /\.webp$/);
      }
    },
  );

  test('is never enlarged: a picture narrower than several widths comes back once', async () => {
    const file = await flatPicture(400, 100).png().toBuffer();
    const told: unknown[] = [];
    const prepared = imageShrink.prepare({ picture: base64(file), widths: [320, 640, 1920] });
    if (!prepared.ok) throw prepared.error;
    const parts = await prepared.run(new AbortController().signal, {
      keep: (_parts, steps) => told.push(steps),
    });
    expect(sizes(parts).map(([name]) => name)).toEqual([
      ...['avif-320.avif', 'webp-320.webp', 'avif-400.avif', 'webp-400.webp'],
    ]);
    const preview = expect.stringMatching(/^UklGR/);
    expect(told).toEqual([
      { done: 0, of: 2 },
      { done: 1, of: 2, preview },
      { done: 2, of: 2, preview },
    ]);
    const shown = Buffer.from(Object(told[1]).preview, 'base64');
    expect(await sharp(shown).metadata()).toMatchObject({ format: 'webp', width: 240, height: 60 });
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
});

describe('the HEIC of a phone', () => {
  test('comes back upright and in its colours', async () => {
    const parts = await shrink(await phoneHeic(), [320]);
    expect(sizes(parts)).toEqual([
      ['avif-64.avif', 'image/avif', 64, 96],
      ['webp-64.webp', 'image/webp', 64, 96],
    ]);
    // A corner of the JPEG that the file was made of, in sRGB: in Display P3 it has other numbers.
    const corner = { left: 2, top: 80, width: 4, height: 4 };
    const part = sharp(fileOf(parts, 'webp-64.webp')).extract(corner).png();
    const pixel = await firstPixel(
      await sharp(await part.toBuffer())
        .resize(1, 1)
        .png()
        .toBuffer(),
    );
    for (const [channel, value] of [77, 80, 103].entries()) {
      expect(Math.abs((pixel[channel] ?? 0) - value)).toBeLessThan(8);
    }
  });

  test('has a place and a camera, which the buyer is told of in both languages', async () => {
    const removed = partOf(await shrink(await phoneHeic(), [320]), 'removed');
    expect(removed).toMatchObject({
      text: 'Not in the results any more: location, camera (Apple iPhone 15 Pro), time, and program.',
      texts: { zh: '结果里不再有：拍摄地点、相机（Apple iPhone 15 Pro）、拍摄时间和所用软件。' },
    });
  });

  test('is refused when it is cut off', async () => {
    const file = await phoneHeic();
    for (const share of [0.1, 0.6, 0.95]) {
      const cut = file.subarray(0, Math.round(file.length * share));
      expect((await refusalOf(imageShrink, { picture: base64(cut) })).en).toContain('damaged');
    }
  });
});

test('a GIF that moves comes back as its first frame', async () => {
  const frames = [[255, 0, 0] as const, [0, 0, 255] as const].map((color) =>
    flatPicture(64, 64, color).png().toBuffer(),
  );
  const gif = await sharp(await Promise.all(frames), { join: { animated: true } })
    .gif()
    .toBuffer();
  const [red = 0, , blue = 0] = await firstPixel(fileOf(await shrink(gif, [320]), 'webp-64.webp'));
  expect(red - blue).toBeGreaterThan(200);
});

describe('a limit in bytes', () => {
  const file = noisyPicture(120, 90).jpeg({ quality: 90 }).toBuffer();

  test('is kept, and mostly used', async () => {
    const input = { picture: base64(await file), widths: [320], likeness: 0.99 };
    const free = await runFlow(imageShrink, input);
    for (const name of ['avif-120.avif', 'webp-120.webp']) {
      const maxBytes = Math.round(fileOf(free, name).length * 0.8);
      const limited = await runFlow(imageShrink, { ...input, maxBytes });
      expect(partOf(limited, 'likeness')).toMatchObject({
        text: expect.stringMatching(`the 0.99 that was asked for: .*${name} \\(0\\.9`),
        texts: { zh: expect.stringContaining('未达到要求的相似度 0.99') },
      });
      const { length } = fileOf(limited, name);
      expect(length).toBeLessThanOrEqual(maxBytes);
      expect(length).toBeGreaterThan(maxBytes * 0.7);
    }
  }, 30_000);

  test('of one byte is refused, with the fewest that were reached', async () => {
    const refusal = await refusalOf(imageShrink, { picture: base64(await file), maxBytes: 1 });
    expect(refusal.en).toMatch(/the smallest result has \d{2,3} bytes, and at most 1 are wanted/);
    expect(refusal.zh).toMatch(/最小的结果也有 \d{2,3} 字节，而上限是 1 字节/);
  });
});

test('a result has fewer bytes than the picture, whatever that looks like', async () => {
  const file = await noisyPicture(200, 150).avif({ quality: 12, effort: 4 }).toBuffer();
  const parts = await runFlow(imageShrink, {
    picture: base64(file),
    widths: [640],
    likeness: 0.99,
  });
  for (const part of parts) {
    if (part.kind === 'file') expect(part.content.length).toBeLessThan(file.length);
  }
});

test('what a page needs names the files of the result', async () => {
  const file = await noisyPicture(340, 20).jpeg().toBuffer();
  expect(partOf(await shrink(file, [320, 640]), 'markup')).toMatchObject({
    text: [
      '<picture>',
      '  <source type="image/avif" srcset="avif-320.avif 320w, avif-340.avif 340w">',
      '  <img src="webp-340.webp" srcset="webp-320.webp 320w, webp-340.webp 340w" width="340" height="20" alt="">',
      '</picture>',
    ].join('\n'),
  });
});

const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

test.each<[string, () => Promise<Uint8Array> | Uint8Array, string, string]>([
  ['an SVG', () => svg, 'whatever its name says', '文件名'],
  ['text', () => Buffer.from('hello'), 'no JPEG, PNG', '都不是'],
  [
    'a sequence of HEVC',
    () => Buffer.from('\0\0\0\u0014ftyphevc\0\0\0\0msf1'),
    'no JPEG, PNG',
    '都不是',
  ],
  [
    'a picture that no format makes smaller',
    () => flatPicture(1, 1).webp({ lossless: true }).toBuffer(),
    'Keep the file that you have',
    '留着原图',
  ],
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
  ['60 megapixels', () => pngThatClaims(10_000, 6_000), 'at most 50', '最多 5000 万'],
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
      expect((await refusalOf(imageShrink, { picture: base64(cut) })).en).toMatch(
        /damaged|no JPEG/,
      );
    }
  },
);

test('a tall picture comes back in the widths that keep it within the limits', async () => {
  const file = await flatPicture(1_700, 5_000).png().toBuffer();
  const refusal = await refusalOf(imageShrink, {
    picture: base64(file),
    widths: [320, 1600, 1920],
  });
  expect(refusal.en).toContain('At 1700 pixels of width the result has more than 8 megapixels');
  expect(refusal.zh).toContain('超过 800 万像素');
  expect(sizes(await shrink(file, [320])).map(([, , , height]) => height)).toEqual([941, 941]);
});

test('a picture with the largest allowed number of pixels is accepted', async () => {
  const file = await flatPicture(10_000, 5_000).jpeg().toBuffer();
  expect(sizes(await shrink(file, [320])).map(([, , width]) => width)).toEqual([320, 320]);
}, 30_000);

test.each([
  ['an empty one', { picture: '' }, 'picture'],
  ['one that is not base64', { picture: 'a picture' }, 'picture'],
  ['one of 26 MB', { picture: 'a'.repeat(34_700_000) }, 'picture'],
  ['a likeness that is not offered', { picture: 'aaaa', likeness: 0.5 }, 'likeness'],
  ['a list of no pictures', { pictures: [] }, 'pictures'],
  ['eleven pictures', { pictures: Array(11).fill('aaaa') }, 'pictures'],
  ['no bytes at most', { picture: 'aaaa', maxBytes: 0 }, 'maxBytes'],
  ['no width', { picture: 'aaaa', widths: [] }, 'widths'],
  ['a width that is not offered', { picture: 'aaaa', widths: [333] }, 'widths.0'],
  ['four widths', { picture: 'aaaa', widths: [320, 640, 960, 1280] }, 'widths'],
])('%s is found wrong before anything runs', (_what, input, field) => {
  expect(wrongField(imageShrink, input)).toBe(field);
});

test.each([{}, { picture: 'aaaa', pictures: ['aaaa'] }])(
  'not exactly one of picture and pictures in %j is refused before anything runs',
  async (input) => {
    const { en, zh } = await refusalOf(imageShrink, input);
    expect(en).toContain('Picture / Pictures');
    expect(zh).toContain('图片 / 批量图片');
  },
);

test('a list is priced by its pictures, and a picture alone like a list of one', () => {
  const priceOf = (input: unknown) => imageShrink.prepare(input);
  expect(priceOf({ pictures: Array(10).fill('aaaa') })).toMatchObject({ credits: 10 });
  expect(priceOf({ pictures: ['aaaa'] })).toMatchObject({ credits: 1 });
  expect(priceOf({ picture: 'aaaa' })).toMatchObject({ credits: 1 });
});

test('an aborted run decodes nothing', async () => {
  const picture = base64(await flatPicture(40, 40).png().toBuffer());
  const prepared = imageShrink.prepare({ picture });
  const run = prepared.ok ? prepared.run(AbortSignal.abort(new Error('over'))) : undefined;
  await expect(run).rejects.toThrow('over');
});
