import { readFile } from 'node:fs/promises';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { InputRefused } from '../../../../../functions/flows/flow.ts';
import { decodePicture } from '../../../../../functions/flows/images/decode-picture.ts';
import { openPicture } from '../../../../../functions/flows/images/read-picture.ts';
import { removedData } from '../../../../../functions/flows/images/removed-data.ts';
import { flatPicture, movingWebp, noisyPicture } from '../../../../support/pictures.ts';

async function pixelOf(file: Uint8Array): Promise<readonly number[]> {
  const picture = await openPicture(file);
  const { data, channels } = await (await decodePicture(picture))(picture.width);
  return [...data.subarray(0, channels)];
}

async function refusalOf(file: Uint8Array): Promise<string> {
  const error: unknown = await pixelOf(file).catch((thrown: unknown) => thrown);
  return error instanceof InputRefused ? (error.sentences.en ?? '') : String(error);
}

type Entry = readonly [tag: number, type: 3 | 4 | 5, values: readonly number[]];

/** A TIFF of eight by eight pixels of one colour, without compression (TIFF 6.0; BigTIFF). */
function tiff(
  pixel: readonly number[],
  { isBig = false, entries = [] as readonly Entry[] } = {},
): Buffer {
  const data = Buffer.from(Array.from({ length: 64 }, () => pixel).flat());
  const [head, entrySize, valueSize] = isBig ? [16, 20, 8] : [8, 12, 4];
  const all = new Map<number, Entry>(
    (
      [
        [256, 3, [8]],
        [257, 3, [8]],
        [258, 3, [8]],
        [259, 3, [1]],
        [262, 3, [2]],
        [273, 4, [head]],
        [277, 3, [pixel.length]],
        [278, 3, [8]],
        [279, 4, [data.length]],
        ...entries,
      ] satisfies Entry[]
    ).map((entry) => [entry[0], entry]),
  );
  const rows = [...all.values()].toSorted(([a], [b]) => a - b);
  const start = head + data.length;
  const bytes = Buffer.alloc(start + 8 + rows.length * entrySize + 8 + 200);
  bytes.write('II');
  bytes.writeUInt16LE(isBig ? 43 : 42, 2);
  if (isBig) bytes.writeUInt16LE(8, 4);
  bytes.writeUInt32LE(start, isBig ? 8 : 4);
  data.copy(bytes, head);
  let at = start;
  bytes.writeUInt16LE(rows.length, at);
  at += isBig ? 8 : 2;
  const more = start + 8 + rows.length * entrySize + 8;
  for (const [tag, type, values] of rows) {
    bytes.writeUInt16LE(tag, at);
    bytes.writeUInt16LE(type, at + 2);
    bytes.writeUInt32LE(values.length, at + 4);
    const value = at + entrySize - valueSize;
    if (type === 5) {
      bytes.writeUInt32LE(more, value);
      for (const [index, one] of values.entries()) bytes.writeUInt32LE(one, more + index * 8);
      for (const index of values.keys()) bytes.writeUInt32LE(1, more + index * 8 + 4);
    } else
      for (const [index, one] of values.entries())
        if (type === 3) bytes.writeUInt16LE(one, value + index * 2);
        else bytes.writeUInt32LE(one, value);
    at += entrySize;
  }
  return bytes;
}

const ycbcr: readonly Entry[] = [
  [262, 3, [6]],
  [530, 3, [1, 1]],
];

function withChunks(png: Buffer, chunks: readonly Buffer[]): Buffer {
  return Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)]);
}

function chunk(name: string, content: readonly number[]): Buffer {
  const body = Buffer.from([...Buffer.from(name), ...content]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

const grey = (bits: number): Entry[] => [
  [258, 3, [bits]],
  [262, 3, [1]],
  [277, 3, [1]],
];

describe('a TIFF', () => {
  test.each([
    ['a BigTIFF', tiff([10, 200, 30], { isBig: true }), [10, 200, 30]],
    ['YCbCr of red', tiff([76, 85, 255], { entries: ycbcr }), [254, 0, 0]],
    ['YCbCr of grey', tiff([90, 128, 128], { entries: ycbcr }), [90, 90, 90]],
    ['YCbCr in a BigTIFF', tiff([29, 255, 107], { isBig: true, entries: ycbcr }), [0, 0, 254]],
    [
      'YCbCr that names its range',
      tiff([150, 44, 21], { entries: [...ycbcr, [532, 5, [0, 255, 128, 255, 128, 255]]] }),
      [0, 255, 1],
    ],
  ])('has its colours: %s', async (_what, file, color) => {
    expect(await pixelOf(file)).toEqual(color);
  });

  test.each([
    ['whose pixels share their colour', [[262, 3, [6]]]],
    ['with a narrow range', [...ycbcr, [532, 5, [15, 235, 128, 240, 128, 240]]]],
    ['in CIELab', [[262, 3, [8]]]],
    ['in ITULab', [[262, 3, [10]]]],
    ['of a camera', [[262, 3, [32_803]]]],
    ['in LZMA', [[259, 3, [34_925]]]],
    ['in Zstandard', [[259, 3, [50_000]]]],
    ['in floating point', [...grey(32), [339, 3, [3]]]],
    ['in signed numbers', [...grey(16), [339, 3, [2]]]],
    ['in 32 bits', grey(32)],
  ] satisfies [string, Entry[]][])('is refused for what it is: %s', async (_what, entries) => {
    expect(await refusalOf(tiff([76, 85, 255], { entries }))).toMatch(/kind of TIFF is not read/);
  });

  test('that is cut off in its directory is damaged', async () => {
    expect(await refusalOf(tiff([1, 2, 3]).subarray(0, 230))).toMatch(/damaged/);
  });
});

describe('a JPEG that ends early', () => {
  test.each([false, true])(
    'has its pixels, if its end alone is missing (progressive: %s)',
    async (progressive) => {
      const file = await noisyPicture(64, 48).jpeg({ progressive }).toBuffer();
      const whole = await pixelOf(file);
      for (const missing of [1, 2]) {
        expect(await pixelOf(file.subarray(0, -missing))).toEqual(whole);
      }
    },
  );

  test.each([12, 200])('is damaged, if %i bytes are missing', async (missing) => {
    const file = await noisyPicture(64, 48).jpeg().toBuffer();
    expect(await refusalOf(file.subarray(0, -missing))).toMatch(/damaged/);
  });
});

describe('colours that a file names by numbers', () => {
  const gamma = (value: number) => chunk('gAMA', numbers(value));
  const points = (...values: readonly number[]) => chunk('cHRM', numbers(...values));
  const ofSrgb = points(31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6_000);
  const ofP3 = points(31_270, 32_900, 68_000, 32_000, 26_500, 69_000, 15_000, 6_000);
  const codes = (primaries: number, curve: number) => chunk('cICP', [primaries, curve, 0, 1]);

  // What Chromium 156 shows, to one step; television's curve is sRGB's here and in its AVIF.
  test.each([
    ['light itself', [gamma(100_000)], [229, 168, 122]],
    ['an old Mac', [gamma(55_556), ofSrgb], [210, 119, 65]],
    ['Display P3', [gamma(45_455), ofP3], [215, 93, 31]],
    ['Display P3, in codes', [codes(12, 13)], [215, 93, 31]],
    ['light itself, in codes', [codes(1, 8)], [229, 168, 122]],
    ['BT.2020, in codes', [codes(9, 14)], [241, 76, 29]],
    ['codes before all else', [codes(1, 13), gamma(100_000)], [200, 100, 50]],
    ['sRGB before a gamma', [chunk('sRGB', [0]), gamma(100_000)], [200, 100, 50]],
    ['sRGB by its gamma', [gamma(45_455), ofSrgb], [200, 100, 50]],
    ['no colours without a gamma', [ofP3], [200, 100, 50]],
    ['a gamma of nothing', [gamma(0)], [200, 100, 50]],
    ['codes that say nothing', [codes(2, 2)], [200, 100, 50]],
  ])('are shown in a PNG: %s', async (_what, chunks, color) => {
    const png = await flatPicture(8, 8, [200, 100, 50]).png().toBuffer();
    const seen = await pixelOf(withChunks(png, chunks));
    for (const [index, one] of seen.entries()) {
      expect(Math.abs(one - (color[index] ?? 0))).toBeLessThanOrEqual(1);
    }
  });

  test('count in a PNG before its profile, and in an AVIF after it', async () => {
    const picture = flatPicture(8, 8, [200, 100, 50]).withIccProfile('p3');
    const png = await picture.clone().png().toBuffer();
    const avif = await picture.clone().avif({ lossless: true }).toBuffer();
    const coded = withChunks(png, [codes(1, 13)]);
    expect(await pixelOf(coded)).not.toEqual(await pixelOf(png));
    expect(await pixelOf(avif)).toEqual(await pixelOf(png));
  });

  test.each([
    [12, 13, [215, 93, 31]],
    [1, 1, [200, 100, 50]],
    [1, 8, [229, 168, 122]],
  ] as const)('are shown in an AVIF: codes %i and %i', async (primaries, curve, color) => {
    expect(await pixelOf(await avifOf(primaries, curve))).toEqual(color);
  });

  test.each([16, 18])('are refused where they are HDR: code %i', async (curve) => {
    const png = await flatPicture(8, 8).png().toBuffer();
    expect(await refusalOf(withChunks(png, [codes(9, curve)]))).toMatch(/is HDR/);
    expect(await refusalOf(await avifOf(9, curve))).toMatch(/is HDR/);
  });

  async function avifOf(primaries: number, curve: number): Promise<Buffer> {
    const avif = await flatPicture(8, 8, [200, 100, 50]).avif({ lossless: true }).toBuffer();
    const at = avif.indexOf('nclx') + 4;
    avif.writeUInt16BE(primaries, at);
    avif.writeUInt16BE(curve, at + 2);
    return avif;
  }

  function numbers(...values: readonly number[]): readonly number[] {
    const bytes = Buffer.alloc(4 * values.length);
    for (const [index, one] of values.entries()) bytes.writeUInt32BE(one, 4 * index);
    return [...bytes];
  }
});

describe('16 bits with a profile', () => {
  const p3 = () => flatPicture(8, 8, [200, 100, 50]).toColourspace('rgb16').withIccProfile('p3');

  test.each([
    ['PNG', () => p3().png()],
    ['TIFF', () => p3().tiff({ compression: 'lzw' })],
    ['AVIF', () => p3().avif({ bitdepth: 10, lossless: true })],
  ])('become sRGB: %s', async (_what, write) => {
    const file = await write().toBuffer();
    expect(await sharp(file).metadata()).toMatchObject({ space: 'rgb16', hasProfile: true });
    const seen = await pixelOf(file);
    for (const [index, one] of [200, 100, 50].entries()) {
      expect(Math.abs(one - (seen[index] ?? 0))).toBeLessThanOrEqual(3);
    }
  });

  test('of grey light become sRGB', async () => {
    const grey16 = flatPicture(8, 8, [90, 90, 90]).toColourspace('grey16').png();
    const profile = ['iCCP', [...Buffer.from('p\0\0'), ...deflateSync(greyLight())]] as const;
    const file = withChunks(await grey16.toBuffer(), [chunk(...profile)]);
    expect(await sharp(file).metadata()).toMatchObject({ space: 'grey16', hasProfile: true });
    // 255 × (1.055 × (90 / 255) ^ (1 / 2.4) − 0.055): the curve of sRGB (IEC 61966-2-1).
    expect((await pixelOf(file))[0]).toBe(160);
  });

  /** A profile of grey whose numbers are light itself (ICC.1:2022, sections 7 and 10.6). */
  function greyLight(): Buffer {
    const bytes = Buffer.alloc(192);
    bytes.writeUInt32BE(bytes.length);
    bytes.write('\u0002\u0040\0\0mntrGRAYXYZ ', 8, 'latin1');
    bytes.write('acsp', 36, 'latin1');
    for (const [at, one] of [0xf6_d6, 0x1_00_00, 0xd3_2d].entries()) {
      bytes.writeUInt32BE(one, 68 + 4 * at);
      bytes.writeUInt32BE(one, 164 + 4 * at);
    }
    bytes.writeUInt32BE(2, 128);
    bytes.write('wtpt\0\0\0\u009c\0\0\0\u0014kTRC\0\0\0\u00b0\0\0\0\u000c', 132, 'latin1');
    bytes.write('XYZ ', 156, 'latin1');
    bytes.write('curv', 176, 'latin1');
    return bytes;
  }
});

describe('one frame in a container for many', () => {
  test('is a picture in WebP, and two are not', async () => {
    const moving = await movingWebp();
    expect(await refusalOf(moving)).toMatch(/moves/);
    expect(await pixelOf(oneFrame(moving))).toEqual([255, 0, 2]);
  });

  test('is a picture in PNG, where it is the picture itself', async () => {
    const png = await flatPicture(8, 8, [10, 200, 30]).png().toBuffer();
    const frames = (count: number) => [
      chunk('acTL', [0, 0, 0, count, 0, 0, 0, 0]),
      chunk('fcTL', [...Array(4).fill(0), 0, 0, 0, 8, 0, 0, 0, 8, ...Array(14).fill(0)]),
    ];
    expect(await pixelOf(withChunks(png, frames(1)))).toEqual([10, 200, 30]);
    expect(await refusalOf(withChunks(png, frames(2)))).toMatch(/moves/);
    expect(await refusalOf(withChunks(png, frames(1).slice(0, 1)))).toMatch(/moves/);
  });

  /** A WebP without its frames after the first. */
  function oneFrame(file: Buffer): Buffer {
    const first = file.indexOf('ANMF');
    const end = first + 8 + file.readUInt32LE(first + 4);
    const cut = Buffer.from(file.subarray(0, end));
    cut.writeUInt32LE(end - 8, 4);
    return cut;
  }
});

test('colours that are multiplied by their opacity are divided by it', async () => {
  const file = await readFile(
    new URL('../../../../support/pictures/multiplied-alpha.avif', import.meta.url),
  );
  expect(await pixelOf(file)).toEqual([201, 100, 50, 127]);
});

test('a second page of a TIFF is no thumbnail', async () => {
  const file = await sharp({
    create: { width: 8, height: 16, channels: 3, background: 'red', pageHeight: 8 },
  })
    .tiff()
    .toBuffer();
  expect(removedData(await openPicture(file)).en).not.toMatch(/thumbnail/);
});
