import { hitchhikersSSIM } from '@blazediff/ssim/hitchhikers-ssim';
import { type Pixels, sharp } from './read-picture.ts';

/** The bytes of red, green, blue and alpha. */
const BYTES_A_PIXEL = 4;

/** The square in which the brightness of two pictures is compared, and how far apart they are. */
const WINDOW = 8;
const STRIDE = 4;

/** Rows of windows that are compared at once, which bounds the memory. */
const ROWS_AT_ONCE = 64;

/**
 * How alike two pictures of one size look: the mean structural similarity of their brightness at their
 * own size, 1 for the same. Source: Wang, Bovik, Sheikh and Simoncelli, 2004, with square windows as in
 * Venkataramanan et al., 2021.
 * @param one,other as `comparable` makes them
 */
export function likeness(
  one: Buffer,
  other: Buffer,
  { width, height }: Pick<Pixels, 'width' | 'height'>,
): number {
  const windowSize = Math.min(WINDOW, width, height);
  const rows = Math.floor((height - windowSize) / STRIDE) + 1;
  let sum = 0;
  for (let from = 0; from < rows; from += ROWS_AT_ONCE) {
    const count = Math.min(ROWS_AT_ONCE, rows - from);
    const stripHeight = (count - 1) * STRIDE + windowSize;
    const start = from * STRIDE * width * BYTES_A_PIXEL;
    const end = start + stripHeight * width * BYTES_A_PIXEL;
    const strips = [one.subarray(start, end), other.subarray(start, end)] as const;
    const options = { windowSize, windowStride: STRIDE, covPooling: false };
    sum += count * hitchhikersSSIM(...strips, undefined, width, stripHeight, options);
  }
  return sum / rows;
}

/** Pixels, or the file of a picture, as they look on grey: colours below nothing are not seen. */
export function comparable(picture: Pixels | Uint8Array): Promise<Buffer> {
  const image =
    picture instanceof Uint8Array ? sharp(picture) : sharp(picture.data, { raw: rawOf(picture) });
  return image
    .flatten({ background: '#808080' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer();
}

function rawOf({ width, height, channels }: Pixels) {
  return { width, height, channels };
}
