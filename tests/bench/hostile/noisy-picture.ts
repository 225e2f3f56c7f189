import { randomBytes } from 'node:crypto';
import sharp from 'sharp';

/** How large it is, in pixels: what the flow accepts, and its processor limit does not. */
const size = { width: 1_920, height: 4_160, channels: 3 } as const;

/** A picture of noise as JPEG in Base64, some 2.2 MB: a run works on it until it is ended. */
export async function noisyPicture(): Promise<string> {
  const noise = randomBytes(size.width * size.height * size.channels);
  const picture = await sharp(noise, { raw: size }).jpeg({ quality: 28 }).toBuffer();
  return picture.toString('base64');
}
