import sharp from 'sharp';
import { brandsOf, pictureHeadBytes, pictureType } from '../../../src/contract/picture-type.ts';
import { maxPictureBytes, maxPixels } from '../input-limits.ts';
import { animated, damaged, noPicture, tooManyBytes, tooManyPixels } from './picture-refusals.ts';

/** The pixels of a picture: 8 bits a channel, sRGB, upright, with nothing else that was in the file. */
export interface Pixels {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 2 | 3 | 4;
}

/** A picture that is one of the formats and within the limits, but not decoded yet. */
export interface Picture {
  readonly file: Uint8Array;
  /** In pixels, as the picture is to be seen. */
  readonly width: number;
  readonly height: number;
}

/**
 * Looks at the head of a picture, before anything of it is decoded: a few bytes can claim to be
 * gigabytes of pixels.
 *
 * @throws {InputRefused} for other files, pictures that move, and those past the limits
 */
export async function openPicture(file: Uint8Array): Promise<Picture> {
  if (file.length > maxPictureBytes) throw tooManyBytes(file.length);
  const found = pictureFormat(file);
  if (!found) throw noPicture();
  if (found.moves) throw animated();
  const { autoOrient, pages = 1 } = await unlessDamaged(
    sharp(file, { limitInputPixels: false }).metadata(),
  );
  const { width, height } = autoOrient;
  if (pages > 1) throw animated();
  if (width * height > maxPixels) throw tooManyPixels(width * height);
  return { file, width, height };
}

/**
 * Decodes a picture, in a smaller width if it is to have one.
 *
 * @param width in pixels, not more than the picture has
 * @throws {InputRefused} when it is damaged or cut off
 */
export async function decodePicture(picture: Picture, width: number): Promise<Pixels> {
  const { data, info } = await unlessDamaged(
    sharp(picture.file, { autoOrient: true, failOn: 'error', limitInputPixels: maxPixels })
      .resize({ width })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true }),
  );
  return { data, width: info.width, height: info.height, channels: info.channels };
}

/** Whatever the decoder stumbles over lies in the file: nothing is encoded here. */
async function unlessDamaged<Value>(reading: Promise<Value>): Promise<Value> {
  try {
    return await reading;
  } catch (error) {
    throw Object.assign(damaged(), { cause: error });
  }
}

// Runs are at work side by side, so one needs no threads of its own; and what one run has decoded
// helps no other, so nothing is kept. Decision 0022 has what this does to the memory.
sharp.concurrency(1);
sharp.cache(false);

/** The picture library, set up for many short runs in one process. */
export { sharp };

/** The pictures that are taken. */
type PictureFormat = 'png' | 'jpeg' | 'webp' | 'avif';

/**
 * The format of a picture by how it begins, and whether it says that it moves; nothing for a file
 * that is not taken. Source: PNG, third edition, section 11.3.6.1; RFC 9649, section 2.7.1.1; AVIF
 * 1.1, section 6.
 */
export function pictureFormat(
  file: Uint8Array,
): { readonly format: PictureFormat; readonly moves: boolean } | undefined {
  const head = Buffer.from(file.subarray(0, pictureHeadBytes)).toString('latin1');
  switch (pictureType(file)) {
    case 'image/png':
      return { format: 'png', moves: hasFrames(head) };
    case 'image/jpeg':
      return { format: 'jpeg', moves: false };
    case 'image/webp':
      return { format: 'webp', moves: /^[\s\S]{12}VP8X/.test(head) && hasBit(head, 20, 0x02) };
    case 'image/avif':
      return { format: 'avif', moves: brandsOf(file)[0] === 'avis' };
    default:
      return undefined;
  }
}

/** Whether the chunk that announces the frames of a PNG stands before its picture data. */
function hasFrames(head: string): boolean {
  const animation = head.indexOf('acTL');
  const data = head.indexOf('IDAT');
  return animation >= 0 && (data < 0 || animation < data);
}

function hasBit(head: string, at: number, bit: number): boolean {
  return (head.charCodeAt(at) & bit) !== 0;
}
