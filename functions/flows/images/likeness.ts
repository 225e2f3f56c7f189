import { type Pixels, sharp } from './read-picture.ts';

/** The brightness of each pixel of a picture, row by row, from 0 to 255. */
export interface Brightness {
  readonly data: Float32Array;
  readonly width: number;
  readonly height: number;
}

/** The square in which the brightness of two pictures is compared, and how far apart they are. */
const WINDOW = 8;
const STRIDE = 4;

/** Constants that keep dark and even squares comparable, with 8 bits: (0.01 × 255)² and (0.03 × 255)². */
const [EVEN, PLAIN] = [6.5025, 58.5225];

/**
 * How alike two pictures of one size look: the mean structural similarity of their brightness at their
 * own size, 1 for the same. Source: Wang, Bovik, Sheikh and Simoncelli, 2004, with square windows as in
 * Venkataramanan et al., 2021.
 */
export function likeness(one: Brightness, other: Brightness): number {
  const { width, height } = one;
  const side = Math.min(WINDOW, width, height);
  let sum = 0;
  let count = 0;
  for (let top = 0; top + side <= height; top += STRIDE) {
    for (let left = 0; left + side <= width; left += STRIDE) {
      sum += similarity(one.data, other.data, { start: top * width + left, side, width });
      count += 1;
    }
  }
  return sum / count;
}

interface Square {
  readonly start: number;
  readonly side: number;
  readonly width: number;
}

/** The structural similarity of one square. */
function similarity(
  one: Float32Array,
  other: Float32Array,
  { start, side, width }: Square,
): number {
  let [a, b, aa, bb, ab] = [0, 0, 0, 0, 0];
  for (let row = start; row < start + side * width; row += width) {
    for (let at = row; at < row + side; at += 1) {
      const x = one[at] ?? 0;
      const y = other[at] ?? 0;
      a += x;
      b += y;
      aa += x * x;
      bb += y * y;
      ab += x * y;
    }
  }
  const pixels = side * side;
  const [meanA, meanB] = [a / pixels, b / pixels];
  const product = meanA * meanB;
  const squares = meanA * meanA + meanB * meanB;
  const spread = (aa + bb) / pixels - squares;
  const shared = ab / pixels - product;
  return ((2 * product + EVEN) * (2 * shared + PLAIN)) / ((squares + EVEN) * (spread + PLAIN));
}

/** The brightness of pixels, or of a file, as they look on grey: colours below nothing are not seen. */
export async function brightnessOf(picture: Pixels | Uint8Array): Promise<Brightness> {
  const image =
    picture instanceof Uint8Array ? sharp(picture) : sharp(picture.data, { raw: rawOf(picture) });
  const { data: colours, info } = await image
    .flatten({ background: '#808080' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const data = new Float32Array(info.width * info.height);
  for (let pixel = 0, at = 0; pixel < data.length; pixel += 1, at += info.channels) {
    const [red = 0, green = 0, blue = 0] = [colours[at], colours[at + 1], colours[at + 2]];
    data[pixel] = 0.298936 * red + 0.587043 * green + 0.114021 * blue;
  }
  return { data, width: info.width, height: info.height };
}

function rawOf({ width, height, channels }: Pixels) {
  return { width, height, channels };
}
