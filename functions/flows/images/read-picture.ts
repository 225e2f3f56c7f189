import sharp, { type Metadata } from 'sharp';
import type { Language } from '../../../src/contract/language.ts';
import { type PictureType, pictureType } from '../../../src/contract/picture-type.ts';
import { pictureRefusalsWords } from '../../../src/i18n/words.ts';
import { InputRefused, textsOf } from '../flow.ts';
import { MILLION, maxPictureBytes, maxPixels, TEN_THOUSAND } from '../input-limits.ts';
import { avifMoves, pngMoves, webpMoves } from './frames.ts';
import { type NamedColours, namedColours } from './named-colours.ts';
import { tiffColours } from './tiff-colours.ts';

/** The pixels of a picture: 8 bits a channel, sRGB, upright, without metadata. */
export interface Pixels {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 2 | 3 | 4;
}

/** A picture of an accepted format and within the limits, before it is decoded. */
export interface Picture {
  readonly file: Uint8Array;
  readonly format: PictureFormat;
  /** The data of the file besides its pixels. */
  readonly metadata: Metadata;
  /** The colours that the file names by numbers. They count, and no profile in it. */
  readonly colours: NamedColours | undefined;
  /** In pixels, of the upright picture. */
  readonly width: number;
  readonly height: number;
}

/**
 * Checks the header of a picture before it decodes anything: a small file can claim gigabytes of
 * pixels.
 * @throws {InputRefused} for other files, animated pictures, and those past the limits
 */
export async function openPicture(file: Uint8Array): Promise<Picture> {
  if (file.length > maxPictureBytes) {
    throw refusedPicture('tooManyBytes', {
      has: millions(file.length),
      most: maxPictureBytes / MILLION,
    });
  }
  const found = pictureFormat(file);
  if (!found) throw refusedPicture('noPicture');
  if (found.isAnimated) throw refusedPicture('animated');
  const { format } = found;
  if (format === 'tiff' && tiffColours(file) === 'unknown') throw refusedPicture('otherTiff');
  const metadata = await unlessDamaged(sharp(file, { limitInputPixels: false }).metadata());
  const { autoOrient, depth, pages = 1 } = metadata;
  // Other numbers than whole ones of 8 and 16 bits have no black and white that a file tells.
  if (depth !== 'uchar' && depth !== 'ushort') throw refusedPicture('otherTiff');
  const { width, height } = autoOrient;
  if (pages > 1 && !firstAlone.includes(format)) throw refusedPicture('animated');
  const pixels = width * height;
  if (pixels > maxPixels) {
    throw refusedPicture('tooManyPixels', {
      megapixels: millions(pixels),
      maxMegapixels: maxPixels / MILLION,
      wanPixels: Math.ceil(pixels / TEN_THOUSAND),
      maxWanPixels: maxPixels / TEN_THOUSAND,
    });
  }
  const colours = namedColours(file, format, metadata.icc !== undefined);
  if (colours === 'hdr') throw refusedPicture('hdr');
  return { file, format, metadata, colours, width, height };
}

/** Formats whose first frame, page or main picture stands for the whole file. */
const firstAlone: readonly PictureFormat[] = ['gif', 'heic', 'tiff'];

/** The refusal of a picture, with the numbers that its sentence has places for. */
export function refusedPicture(
  name: keyof (typeof pictureRefusalsWords)[Language],
  values: Readonly<Record<string, string | number>> = {},
): InputRefused {
  return new InputRefused(textsOf(pictureRefusalsWords, (words) => words[name], values));
}

/** In millions with one decimal, rounded up: a count just past a limit must not look equal to it. */
function millions(count: number): string {
  return (Math.ceil(count / (MILLION / 10)) / 10).toFixed(1);
}

/** Every error of the decoder is a fault of the file: nothing is encoded here. */
export async function unlessDamaged<Value>(reading: Promise<Value>): Promise<Value> {
  try {
    return await reading;
  } catch (error) {
    throw Object.assign(refusedPicture('damaged'), { cause: error });
  }
}

// Runs work in parallel, so sharp needs no threads of its own. No run can use what another has
// decoded, so sharp needs no cache. Decision 0022 has the effect on the memory.
sharp.concurrency(1);
sharp.cache(false);

/** The picture library, set up for many short runs in one process. */
export { sharp };

/**
 * The format of a picture by its first bytes, and whether it has more than one frame; undefined for a
 * file of another format.
 */
export function pictureFormat(file: Uint8Array) {
  const type = pictureType(file);
  const [format, moves] = (type && formats[type]) ?? [];
  return format && { format, isAnimated: moves?.(file) ?? false };
}

type PictureFormat = 'avif' | 'gif' | 'heic' | 'jpeg' | 'png' | 'tiff' | 'webp';

/** The accepted formats, with who says that a picture moves. */
const formats: Partial<
  Readonly<Record<PictureType, readonly [PictureFormat, moves?: (file: Uint8Array) => boolean]>>
> = {
  'image/avif': ['avif', avifMoves],
  'image/gif': ['gif'],
  'image/heic': ['heic'],
  'image/jpeg': ['jpeg'],
  'image/png': ['png', pngMoves],
  'image/tiff': ['tiff'],
  'image/webp': ['webp', webpMoves],
};
