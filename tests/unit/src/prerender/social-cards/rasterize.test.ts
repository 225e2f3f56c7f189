import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawnPng } from '../../../../../src/prerender/social-cards/rasterize.ts';

/** A picture of strips in these colours, 8 pixels wide and 2 high each. */
function stripsOf(colors: readonly string[]): string {
  const strips = colors.map((color, at) => `<path fill="${color}" d="M${8 * at} 0h8v2h-8z"/>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${8 * colors.length}" height="2">${strips.join('')}</svg>`;
}

async function colorsOf(png: Uint8Array): Promise<readonly string[]> {
  const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true });
  const middles = Array.from({ length: info.width / 8 }, (_, at) => (8 * at + 4) * info.channels);
  return middles.map((at) => `#${data.subarray(at, at + 3).toString('hex')}`);
}

test('a PNG has a palette of at most 256 colours, and flat areas keep theirs', async () => {
  const colors = ['#2e3b55', '#f2a766', '#ffffff', '#2f3c56'];
  const png = await drawnPng(stripsOf(colors));
  expect(await sharp(png).metadata()).toMatchObject({ format: 'png', isPalette: true });
  expect(await colorsOf(png)).toEqual(colors);
});

test('of thousands of colours each stays near its own', async () => {
  const channels = Array.from({ length: 1_000 }, (_, at) => [
    (at * 7) % 256,
    (at * 13) % 256,
    (at * 29) % 256,
  ]);
  const png = await drawnPng(stripsOf(channels.map((one) => `rgb(${one.join()})`)));
  const furthest = (await colorsOf(png)).map((color, index) => {
    const drawn = Buffer.from(color.slice(1), 'hex');
    return Math.max(
      ...(channels[index] ?? []).map((value, at) => Math.abs(value - (drawn[at] ?? 0))),
    );
  });
  expect(Math.max(...furthest)).toBeLessThan(64);
});
