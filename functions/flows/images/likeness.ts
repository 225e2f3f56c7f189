import { type Pixels, sharp } from './read-picture.ts';

/** Numbers of a picture row by row, from 0 to 255. */
export interface Plane {
  readonly data: Float32Array;
  readonly width: number;
  readonly height: number;
}

/** How a picture looks: its brightness, and at half the sides how blue and how red it is. */
export type Look = readonly Plane[];

/** The side of a block, in pixels. A window has two by two blocks, and shares half of them with the next. */
const BLOCK = 4;

/** Constants that keep dark and even windows comparable, with 8 bits: (0.01 × 255)² and (0.03 × 255)². */
const [EVEN, PLAIN] = [6.5025, 58.5225];

/** How much a difference in colour counts. In photographs it is at most 2.3 times that in brightness. */
const COLOUR_SHARE = 1 / 3;

/** How alike two pictures of one size look, 1 for the same: by their brightness, or by worse colours. */
export function likeness(one: Look, other: Look): number {
  const differs = one.map((plane, at) => {
    return (1 - similarityOf(plane, other[at] ?? plane)) * (at === 0 ? 1 : COLOUR_SHARE);
  });
  return 1 - Math.max(...differs);
}

/**
 * The mean structural similarity of two planes at their own size. Source: Wang, Bovik, Sheikh and
 * Simoncelli, 2004, with square windows as in Venkataramanan et al., 2021.
 */
function similarityOf(one: Plane, other: Plane): number {
  const { width, height } = one;
  const side = Math.max(1, Math.min(BLOCK, width >> 1, height >> 1));
  const [columns, rows] = [Math.floor(width / side), Math.floor(height / side)];
  let sum = 0;
  let count = 0;
  let above = sumsOf(one, other, { row: 0, side });
  const both = new Float64Array(above.length);
  // Where there is one row or column of blocks, a window has it twice.
  for (let row = Math.min(1, rows - 1); row < rows; row += 1) {
    const below = sumsOf(one, other, { row, side });
    for (let at = 0; at < both.length; at += 1) both[at] = (above[at] ?? 0) + (below[at] ?? 0);
    for (let right = Math.min(1, columns - 1) * SUMS; right < both.length; right += SUMS) {
      sum += similarity(both, Math.max(0, right - SUMS), right, (2 * side) ** 2);
      count += 1;
    }
    above = below;
  }
  return sum / count;
}

/** A block has four sums: of either plane, of their squares, and of their products. */
const SUMS = 4;

/** The sums of each block in a row of blocks. */
function sumsOf(
  { data: one, width }: Plane,
  { data: other }: Plane,
  { row, side }: { readonly row: number; readonly side: number },
): Float64Array {
  const sums = new Float64Array(Math.floor(width / side) * SUMS);
  const first = row * side * width;
  for (let to = 0, left = first; to < sums.length; to += SUMS, left += side) {
    let [a, b, squares, products] = [0, 0, 0, 0];
    for (let line = left; line < left + side * width; line += width) {
      for (let at = line; at < line + side; at += 1) {
        const x = one[at] ?? 0;
        const y = other[at] ?? 0;
        a += x;
        b += y;
        squares += x * x + y * y;
        products += x * y;
      }
    }
    sums[to] = a;
    sums[to + 1] = b;
    sums[to + 2] = squares;
    sums[to + 3] = products;
  }
  return sums;
}

/** The structural similarity of a window, from the sums that begin at two places. */
function similarity(sums: Float64Array, left: number, right: number, pixels: number): number {
  const meanA = ((sums[left] ?? 0) + (sums[right] ?? 0)) / pixels;
  const meanB = ((sums[left + 1] ?? 0) + (sums[right + 1] ?? 0)) / pixels;
  const product = meanA * meanB;
  const squares = meanA * meanA + meanB * meanB;
  const spread = ((sums[left + 2] ?? 0) + (sums[right + 2] ?? 0)) / pixels - squares;
  const shared = ((sums[left + 3] ?? 0) + (sums[right + 3] ?? 0)) / pixels - product;
  return ((2 * product + EVEN) * (2 * shared + PLAIN)) / ((squares + EVEN) * (spread + PLAIN));
}

/** The look of pixels, or of a file, on grey: colours below nothing are not seen. */
export async function lookOf(picture: Pixels | Uint8Array): Promise<Look> {
  const image =
    picture instanceof Uint8Array ? sharp(picture) : sharp(picture.data, { raw: picture });
  const { data: colours, info } = await image
    .flatten({ background: '#808080' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const halfWidth = Math.ceil(width / 2);
  const half = () => greyPlane(halfWidth, Math.ceil(height / 2));
  const [brights, blues, reds] = [greyPlane(width, height), half(), half()];
  for (let pixel = 0, at = 0; pixel < brights.data.length; pixel += 1, at += channels) {
    const [red = 0, green = 0, blue = 0] = [colours[at], colours[at + 1], colours[at + 2]];
    const bright = 0.298936 * red + 0.587043 * green + 0.114021 * blue;
    const to = (Math.floor(pixel / width) >> 1) * halfWidth + ((pixel % width) >> 1);
    brights.data[pixel] = bright;
    // A quarter of Cb and Cr (ITU-R BT.601), because four pixels share them.
    blues.data[to] = (blues.data[to] ?? 0) + 0.141 * (blue - bright);
    reds.data[to] = (reds.data[to] ?? 0) + 0.178 * (red - bright);
  }
  return [brights, blues, reds];
}

function greyPlane(width: number, height: number): Plane {
  return { data: new Float32Array(width * height).fill(128), width, height };
}
