import { maxResultFileBytes } from '../../../src/contract/flows.ts';
import { MILLION, maxResultPixels, maxSidePixels, TEN_THOUSAND } from '../input-limits.ts';
import { decodePicture } from './decode-picture.ts';
import {
  type Encoded,
  encodePicture,
  type Format,
  formats,
  type Results,
} from './encode-picture.ts';
import { type Picture, type Pixels, refusedPicture, sharp } from './read-picture.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Wanted {
  /** In pixels. A picture is never enlarged: for a larger width the result has the picture's own. */
  readonly widths: readonly number[];
  /** The least likeness of the results, which gives way to the bytes. */
  readonly likeness: number;
  /** The most bytes of a result. */
  readonly maxBytes?: number | undefined;
}

export interface Shrunk extends Size, Encoded {
  readonly format: Format;
}

/**
 * Encodes a picture as AVIF and WebP in some widths: upright, in sRGB, without EXIF, GPS and other
 * metadata, and never with as many bytes as the picture has. Other widths make no difference to a file.
 * @param means.done the widths of results that are made already
 * @returns the results of each width, the smallest first
 * @throws {InputRefused} when the picture cannot be shrunk
 */
export async function* shrinkPicture(
  picture: Picture,
  { widths, likeness, maxBytes = maxResultFileBytes }: Wanted,
  { signal, done }: { readonly signal: AbortSignal; readonly done?: ReadonlySet<number> },
): AsyncGenerator<readonly Shrunk[]> {
  const { length } = picture.file;
  const sizes = sizesOf(picture, widths).filter(({ width }) => !done?.has(width));
  const goal = { likeness, maxBytes: Math.min(maxBytes, maxResultFileBytes, length - 1) };
  const decodeAt = await decodePicture(picture);
  for (const size of sizes) {
    const encoded = await encodePicture(
      await resize(await decodeAt(size.width), size),
      goal,
      signal,
    );
    const made = formats.flatMap((format): Shrunk[] => {
      const result = encoded[format];
      return 'content' in result ? [{ format, ...size, ...result }] : [];
    });
    if (made.length === 0) throw tooManyBytes(size, encoded, goal.maxBytes, length);
    yield made;
  }
}

/** The widths of the results, the smallest first. */
export function widthsOf({ width: most }: Picture, widths: readonly number[]): readonly number[] {
  return [...new Set(widths.map((width) => Math.min(width, most)))].toSorted((a, b) => a - b);
}

function sizesOf(picture: Picture, widths: readonly number[]): readonly Size[] {
  const sizes = widthsOf(picture, widths).map((width) => sizeAt(picture, width));
  for (const size of sizes) checkSize(size);
  return sizes;
}

/** Computed from the original sides, because the decoded ones are already rounded. */
function sizeAt(picture: Size, width: number): Size {
  return { width, height: Math.max(1, Math.round((picture.height * width) / picture.width)) };
}

function checkSize({ width, height }: Size): void {
  if (height > maxSidePixels)
    throw refusedPicture('tooLong', { side: height, maxSide: maxSidePixels });
  if (width * height <= maxResultPixels) return;
  const [maxMegapixels, maxWanPixels] = [maxResultPixels / MILLION, maxResultPixels / TEN_THOUSAND];
  throw refusedPicture('tooLargeResult', { width, maxMegapixels, maxWanPixels });
}

async function resize({ data, ...raw }: Pixels, size: Size): Promise<Pixels> {
  if (raw.width === size.width && raw.height === size.height) return { data, ...raw };
  const image = sharp(data, { raw }).resize({ ...size, fit: 'fill' });
  const { data: resized, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return { data: resized, ...size, channels: info.channels };
}

function tooManyBytes({ width }: Size, made: Results, most: number, length: number) {
  const bytes = Object.values(made).flatMap((one) => ('content' in one ? [] : [one.smallestBytes]));
  const smallest = Math.min(...bytes);
  return most < length - 1
    ? refusedPicture('targetTooSmall', { width, smallest, most })
    : refusedPicture('noSmaller', { has: length, smallest });
}
