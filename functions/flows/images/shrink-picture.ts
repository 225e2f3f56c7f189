import { maxResultFileBytes } from '../../../src/contract/flows.ts';
import type { MadePart } from '../flow.ts';
import { MILLION, maxResultPixels, maxSidePixels, TEN_THOUSAND } from '../input-limits.ts';
import { decodePicture, openPicture, type Pixels, refused, sharp } from './read-picture.ts';

/** The formats of the results, the smallest first. */
const formats = ['avif', 'webp'] as const;

interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Shrunk extends Size {
  readonly format: (typeof formats)[number];
  readonly content: Uint8Array;
}

/** The results of `shrinkPicture` as the parts of a result, after the size of the picture. */
export async function shrinkParts(
  file: Uint8Array,
  widths: readonly number[],
  signal: AbortSignal,
): Promise<readonly MadePart[]> {
  const results = await shrinkPicture(file, widths, signal);
  return [
    { kind: 'number', name: 'bytes-before', value: file.length, unit: 'bytes' },
    ...results.map(({ format, ...made }) => ({
      kind: 'file' as const,
      name: `${format}-${made.width}.${format}`,
      mediaType: `image/${format}`,
      ...made,
    })),
  ];
}

/**
 * Encodes a picture as AVIF and WebP in some widths: upright, in sRGB, and without EXIF, GPS and other
 * metadata. It never enlarges a picture: for a larger width the result has the picture's own.
 *
 * @param widths in pixels
 * @throws {InputRefused} when the file is no picture that can be shrunk
 */
export async function shrinkPicture(
  file: Uint8Array,
  widths: readonly number[],
  signal: AbortSignal,
): Promise<readonly Shrunk[]> {
  const picture = await openPicture(file);
  signal.throwIfAborted();
  const wanted = [...new Set(widths.map((width) => Math.min(width, picture.width)))];
  const sizes = wanted.toSorted((a, b) => a - b).map((width) => sizeAt(picture, width));
  for (const size of sizes) checkSize(size);
  const pixels = await decodePicture(picture, Math.max(...wanted));
  const results: Shrunk[] = [];
  for (const size of sizes) {
    for (const format of formats) {
      signal.throwIfAborted();
      results.push(await encode(pixels, size, format));
    }
  }
  return results;
}

/** Computed from the original sides, because the decoded ones are already rounded. */
function sizeAt(picture: Size, width: number): Size {
  return { width, height: Math.max(1, Math.round((picture.height * width) / picture.width)) };
}

function checkSize({ width, height }: Size): void {
  if (height > maxSidePixels) throw refused('tooLong', { side: height, maxSide: maxSidePixels });
  if (width * height <= maxResultPixels) return;
  const [maxMegapixels, maxWanPixels] = [maxResultPixels / MILLION, maxResultPixels / TEN_THOUSAND];
  throw refused('tooLargeResult', { width, maxMegapixels, maxWanPixels });
}

async function encode(
  { data, ...raw }: Pixels,
  size: Size,
  format: Shrunk['format'],
): Promise<Shrunk> {
  const image = sharp(data, { raw }).resize({ ...size, fit: 'fill' });
  const content = await (format === 'avif' ? image.avif(avif) : image.webp(webp)).toBuffer();
  if (content.length > maxResultFileBytes) {
    throw refused('tooHeavyResult', { width: size.width, most: maxResultFileBytes / MILLION });
  }
  return { format, ...size, content };
}

/** The next higher effort takes six times as long, for 7 % fewer bytes (decision 0022). */
const avif = { quality: 50, effort: 3 } as const;
const webp = { quality: 80 } as const;
