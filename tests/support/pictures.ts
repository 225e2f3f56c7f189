import { readFile } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

type Color = readonly [red: number, green: number, blue: number];

/** A picture of one colour as a file. */
export function flatPicture(
  width: number,
  height: number,
  [r, g, b]: Color = [200, 30, 30],
): Sharp {
  return sharp({ create: { width, height, channels: 3, background: { r, g, b } } });
}

/** A picture with the structure of a photograph, which is hard to compress. */
export function noisyPicture(width: number, height: number): Sharp {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const background = { r: 0, g: 0, b: 0 };
  return sharp({ create: { width, height, channels: 3, background, noise } }).blur(3);
}

/**
 * A picture as phones take it: a JPEG of 12 megapixels and some 5 MB, unless it is smaller. Its
 * grain is fine: a small copy of coarse noise takes ten times as long to encode. It repeats, which
 * JPEG does not see: twelve million random numbers take seconds.
 */
export async function photograph(width = 4_032, height = 3_024): Promise<Buffer<ArrayBuffer>> {
  const background = { r: 0, g: 0, b: 0 };
  const noise = { type: 'gaussian', mean: 128, sigma: 10 } as const;
  const grain = sharp({ create: { width: 512, height: 512, channels: 3, background, noise } });
  const input = await grain.blur(0.6).png().toBuffer();
  const whole = sharp({ create: { width, height, channels: 3, background } });
  const grainy = whole.composite([{ input, tile: true }]);
  return Buffer.from(await grainy.jpeg({ quality: 97 }).toBuffer());
}

/** A PNG of one pixel that claims to have more of them. */
export async function pngThatClaims(width: number, height: number): Promise<Buffer> {
  const png = await flatPicture(1, 1).png().toBuffer();
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
}

/** A WebP of two frames. */
export async function movingWebp(): Promise<Buffer> {
  const frames = await Promise.all(
    [[255, 0, 0] as const, [0, 0, 255] as const].map((color) =>
      flatPicture(20, 20, color).png().toBuffer(),
    ),
  );
  return sharp(frames, { join: { animated: true } })
    .webp({ delay: [100, 100], loop: 0 })
    .toBuffer();
}

/** A PNG that announces frames (PNG, third edition, section 11.3.6.1): two. */
export async function movingPng(): Promise<Buffer> {
  const png = await flatPicture(20, 20).png().toBuffer();
  const body = Buffer.concat([Buffer.from('acTL'), Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])]);
  const chunk = Buffer.alloc(4 + body.length + 4);
  chunk.writeUInt32BE(8, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), 4 + body.length);
  const endOfHeader = 33;
  return Buffer.concat([png.subarray(0, endOfHeader), chunk, png.subarray(endOfHeader)]);
}

/** The colour of the first pixel of a file. */
export async function firstPixel(file: Uint8Array): Promise<readonly number[]> {
  const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
  return [...data.subarray(0, info.channels)];
}

/**
 * A HEIC as phones make them, 64 by 96 pixels: turned by a quarter, with a profile, a place and a camera.
 * Debian's `heif-enc` 1.15 has made it of a JPEG of ours; a box `irot` was added by hand.
 */
export function phoneHeic(): Promise<Buffer> {
  return readFile(new URL('pictures/phone.heic', import.meta.url));
}

/** A HEIC of 12 megapixels with a place and a camera, made of the drawing of the pages in the same way. */
export function largeHeic(): Promise<Buffer> {
  return readFile(new URL('pictures/phone-12-megapixels.heic', import.meta.url));
}

/** A company's emblem: shapes and a colour. */
export const emblemSvg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><circle cx="32" cy="32" r="30" fill="#b3261e"/><path d="M18 34l10 10 18-22" fill="none" stroke="#fff" stroke-width="6"/></svg>`;
