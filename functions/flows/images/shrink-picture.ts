import { maxResultFileBytes } from '../../../src/contract/flows.ts';
import { MILLION, maxResultPixels, maxSidePixels, TEN_THOUSAND } from '../input-limits.ts';
import { decodePicture } from './decode-picture.ts';
import { type Encoded, encodePicture, type Format, formats } from './encode-picture.ts';
import { openPicture, type Picture, type Pixels, refusedPicture, sharp } from './read-picture.ts';
import { refineAvif } from './refine-avif.ts';

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
 * metadata, and never with as many bytes as the picture has.
 * @throws {InputRefused} when the file is no picture that can be shrunk
 */
export async function shrinkPicture(
  file: Uint8Array,
  { widths, likeness, maxBytes = maxResultFileBytes }: Wanted,
  signal: AbortSignal,
): Promise<{ readonly picture: Picture; readonly results: readonly Shrunk[] }> {
  const picture = await openPicture(file);
  signal.throwIfAborted();
  const sizes = sizesOf(picture, widths);
  const pixels = await decodePicture(picture, Math.max(...sizes.map(({ width }) => width)));
  const goal = {
    likeness,
    maxBytes: Math.min(maxBytes, maxResultFileBytes, file.length - 1),
    effort: effortFor(sizes),
  };
  const endsAtMs = performance.now() + REFINED_WITHIN_MS;
  const results: Shrunk[] = [];
  for (const size of sizes) {
    const resized = await resize(pixels, size);
    const made: Shrunk[] = [];
    let smallestBytes = Number.POSITIVE_INFINITY;
    for (const format of formats) {
      const encoded = await encodePicture(resized, format, goal, signal);
      if ('content' in encoded) made.push({ format, ...size, ...encoded });
      else smallestBytes = Math.min(smallestBytes, encoded.smallestBytes);
    }
    if (made.length === 0) throw tooManyBytes(size, smallestBytes, goal.maxBytes, file);
    results.push(...made);
  }
  const refined: Shrunk[] = [];
  // The largest first, which has most to gain.
  for (const result of results.toReversed()) {
    const isRefined = result.format === 'avif' && goal.effort < REFINED_BELOW_EFFORT;
    const resized = isRefined ? await resize(pixels, result) : undefined;
    const fewer = resized && (await refineAvif(resized, result, goal, { signal, endsAtMs }));
    refined.unshift({ ...result, ...fewer });
  }
  return { picture, results: refined };
}

/** How long after its start a run may begin with finer results, in milliseconds. */
const REFINED_WITHIN_MS = 14_000;
/** From this effort on, results are as fine already. */
const REFINED_BELOW_EFFORT = 5;

/** The sizes of the results, the smallest first. */
function sizesOf(picture: Picture, widths: readonly number[]): readonly Size[] {
  const wanted = [...new Set(widths.map((width) => Math.min(width, picture.width)))];
  const sizes = wanted.toSorted((a, b) => a - b).map((width) => sizeAt(picture, width));
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

/**
 * The effort of AVIF by the pixels of all results, so that a run ends in time. From 3 to 4 it takes four
 * times as long for a tenth fewer bytes (decision 0064): larger results are sought at 3, and made once
 * more at 5 where there is time (decision 0071).
 */
const efforts = [
  { maxPixels: 150_000, effort: 6 },
  { maxPixels: 500_000, effort: 5 },
  { maxPixels: 5_000_000, effort: 3 },
  { maxPixels: 12_000_000, effort: 2 },
] as const;
const LEAST_EFFORT = 1;

export function effortFor(sizes: readonly Size[]): number {
  const pixels = sizes.reduce((sum, { width, height }) => sum + width * height, 0);
  return efforts.find(({ maxPixels }) => pixels <= maxPixels)?.effort ?? LEAST_EFFORT;
}

async function resize({ data, ...raw }: Pixels, size: Size): Promise<Pixels> {
  if (raw.width === size.width && raw.height === size.height) return { data, ...raw };
  const image = sharp(data, { raw })
    .resize({ ...size, fit: 'fill' })
    .raw();
  const { data: resized, info } = await image.toBuffer({ resolveWithObject: true });
  return { data: resized, ...size, channels: info.channels };
}

function tooManyBytes({ width }: Size, smallest: number, most: number, { length }: Uint8Array) {
  return most < length - 1
    ? refusedPicture('targetTooSmall', { width, smallest, most })
    : refusedPicture('noSmaller', { has: length, smallest });
}
