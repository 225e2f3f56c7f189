import { readFile } from 'node:fs/promises';
import { hitchhikersSSIM } from '@blazediff/ssim/hitchhikers-ssim';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { likeness, lookOf } from '../../../../../functions/flows/images/likeness.ts';
import { openPicture } from '../../../../../functions/flows/images/read-picture.ts';
import {
  type Shrunk,
  shrinkPicture,
} from '../../../../../functions/flows/images/shrink-picture.ts';
import { noisyPicture, photograph } from '../../../../support/pictures.ts';
import { seededRandom } from '../../../../support/random.ts';

const { signal } = new AbortController();

async function shrink(file: Uint8Array, widths: readonly number[], likeness: number) {
  const made = shrinkPicture(await openPicture(file), { widths, likeness }, { signal });
  const results: Shrunk[] = [];
  for await (const ofWidth of made) results.push(...ofWidth);
  return results;
}

const pictures: readonly (readonly [string, () => Promise<Buffer>])[] = [
  ['a photograph as JPEG', () => photograph(680, 520)],
  ['a drawing as PNG', () => readFile('src/content/flows/pictures/valley.png')],
  ['noise as WebP', () => noisyPicture(680, 520).webp({ quality: 95, effort: 0 }).toBuffer()],
];

test.each(pictures)(
  '%s has the same files whatever else is asked, and whatever runs beside',
  async (_what, make) => {
    const file = await make();
    const filesOf = async (...widths: number[]) => {
      const results = await shrink(file, widths, 0.98);
      return new Map(results.map(({ format, width, content }) => [`${format}-${width}`, content]));
    };
    const [both, ...alone] = await Promise.all([filesOf(240, 160), filesOf(160), filesOf(240)]);
    expect(new Map(alone.flatMap((files) => [...files]))).toEqual(both);
  },
  60_000,
);

test.each(pictures)(
  '%s comes back as alike as asked, within 0.002 where it is large',
  async (_what, make) => {
    const file = await make();
    for (const [asked, width] of [
      [0.99, 240],
      [0.95, 480],
    ] as const) {
      const results = await shrink(file, [width], asked);
      for (const { width, content, likeness: told } of results) {
        const original = await lookOf(await sharp(file).resize({ width }).png().toBuffer());
        const measured = likeness(original, await lookOf(content));
        expect(measured).toBeCloseTo(told, 3);
        expect(told).toBeGreaterThanOrEqual(asked - (width > 320 ? 0.002 : 0));
      }
    }
  },
  60_000,
);

test('squares of few colours come back as lossless WebP', async () => {
  const [width, height] = [640, 480];
  const random = seededRandom(7);
  const colours = Array.from({ length: 33 * 25 }, () => Math.floor(random() * 3) * 100);
  const data = Buffer.from(
    Array.from({ length: width * height }, (_, at) => {
      return colours[Math.floor((at % width) / 20) + 33 * Math.floor(at / width / 20)] ?? 0;
    }),
  );
  const file = await sharp(data, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer();
  const webp = (await shrink(file, [width], 0.98)).find(({ format }) => format === 'webp');
  expect(webp?.options).toEqual({ lossless: true });
}, 60_000);

test.each([
  [320, 240],
  [648, 480],
])(
  'colours of one brightness come back as colours: %i by %i pixels',
  async (width, height) => {
    const random = seededRandom(5);
    const squares = Array.from({ length: 41 * 30 }, () =>
      random() < 0.5 ? [207, 95, 21] : [49, 141, 206],
    );
    const data = Buffer.from(
      Array.from({ length: width * height }, (_, at) => {
        return squares[Math.floor((at % width) / 16) + 41 * Math.floor(at / width / 16)] ?? [];
      }).flat(),
    );
    const file = await sharp(data, { raw: { width, height, channels: 3 } })
      .png({ compressionLevel: 0 })
      .toBuffer();
    for (const { content, likeness } of await shrink(file, [width], 0.95)) {
      const seen = await sharp(content).toColourspace('srgb').raw().toBuffer();
      const differs = seen.reduce((sum, one, at) => sum + Math.abs(one - (data[at] ?? 0)), 0);
      expect(differs / seen.length).toBeLessThan(6);
      expect(likeness).toBeGreaterThan(0.948);
    }
  },
  60_000,
);

test('likeness is what another program of the same measure says', async () => {
  const [width, height] = [555, 515];
  const one = await photograph(width, height);
  const other = await sharp(one).webp({ quality: 30 }).toBuffer();
  const [ours, theirs] = await Promise.all([one, other].map(lookOf));
  const rgba = await Promise.all(
    [one, other].map((file) => sharp(file).ensureAlpha().raw().toBuffer()),
  );
  const options = { windowSize: 8, windowStride: 4, covPooling: false };
  const [a = Buffer.of(), b = Buffer.of()] = rgba;
  expect(ours && theirs && likeness(ours, theirs)).toBeCloseTo(
    hitchhikersSSIM(a, b, undefined, width, height, options),
    5,
  );
});

test.each([
  [1, 9],
  [9, 1],
  [5, 3],
])('pictures of %i by %i pixels, smaller than a window, are compared', (width, height) => {
  const grey = (level: number) => {
    return [{ data: new Float32Array(width * height).fill(level), width, height }];
  };
  expect(likeness(grey(90), grey(90))).toBeCloseTo(1, 9);
  expect(likeness(grey(90), grey(200))).toBeCloseTo(0.7484, 3);
});
