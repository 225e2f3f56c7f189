import { pictureFormat } from './picture-format.ts';
import { maxPictureBytes, maxPixels } from './picture-limits.ts';
import { animated, damaged, noPicture, tooManyBytes, tooManyPixels } from './picture-refusals.ts';
import { sharp } from './sharp.ts';

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
