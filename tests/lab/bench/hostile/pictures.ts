import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { maxPixels } from '../../../../functions/flows/input-limits.ts';
import { flatPicture } from '../../../support/pictures.ts';

/** How large it is, in pixels: what the flow accepts, and its processor limit does not. */
const size = { width: 1_920, height: 4_160, channels: 3 } as const;

/** A picture of noise as JPEG in Base64, some 0.9 MB: a run works on it until it is ended. */
export async function noisyPicture(): Promise<string> {
  const noise = randomBytes(size.width * size.height * size.channels);
  const picture = await sharp(noise, { raw: size }).jpeg({ quality: 10 }).toBuffer();
  return picture.toString('base64');
}

/** A picture of one color as WebP in Base64: 2 kB, and as many pixels as the flow accepts. */
export async function vastPicture(): Promise<string> {
  const side = Math.floor(Math.sqrt(maxPixels));
  const picture = await flatPicture(side, side).webp({ lossless: true }).toBuffer();
  return picture.toString('base64');
}
