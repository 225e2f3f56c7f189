import type { Look, Plane } from './likeness.ts';
import type { Pixels } from './read-picture.ts';

/** Squares of a picture side by side, or all of a picture that is small. */
export interface Sample extends Pixels {
  /** The side of a square, in pixels; absent where the sample is the picture. */
  readonly tile?: number;
}

interface Place {
  readonly left: number;
  readonly top: number;
}

/** The side of a square, in pixels: the largest block of AV1. */
const TILE = 128;
/** Narrower pictures have few pixels. */
const LEAST_TILE = 32;
/** The share of the squares that a sample has, and how many it has at least and at most. */
const SHARE = 1 / 8;
const tiles = { least: 5, most: 12 } as const;

/**
 * Takes squares from all over a picture. In the order of their detail they are evenly spread, so that
 * the sample has as much sky and as much grass as the picture. The pixels alone decide.
 */
export function sampleOf(pixels: Pixels): Sample {
  const { width, height, channels } = pixels;
  const tile = 2 * Math.floor(Math.min(TILE, width, height) / 2);
  if (tile < LEAST_TILE) return pixels;
  const places = placesOf(width, tile).flatMap((left) =>
    placesOf(height, tile).map((top) => ({ left, top })),
  );
  const wanted = Math.round(places.length * SHARE);
  const count = Math.min(Math.max(wanted, tiles.least), tiles.most);
  if (count * 2 > places.length) return pixels;
  const detailed = places
    .map((place) => ({ ...place, detail: detailOf(pixels, place, tile) }))
    .toSorted((a, b) => a.detail - b.detail);
  const chosen = Array.from({ length: count }, (_, index) => {
    const { left = 0, top = 0 } =
      detailed[Math.floor(((index + 0.5) * places.length) / count)] ?? {};
    return { left, top };
  });
  const made = Buffer.alloc(count * tile * tile * channels);
  const data = cut(pixels, chosen, { side: tile, made });
  return { data, width: count * tile, height: tile, channels, tile };
}

/** Where squares begin that cover a side, evenly. */
function placesOf(side: number, tile: number): readonly number[] {
  const count = Math.round(side / tile);
  return Array.from({ length: count }, (_, index) =>
    Math.floor(((side - tile) * (index + 0.5)) / count),
  );
}

/** How much green, or grey, changes from pixel to pixel. */
function detailOf({ data, width, channels }: Pixels, { left, top }: Place, tile: number): number {
  const rowBytes = width * channels;
  const green = channels > 2 ? 1 : 0;
  let sum = 0;
  for (let y = top + 1; y < top + tile; y += 2) {
    const end = y * rowBytes + (left + tile) * channels;
    for (let at = y * rowBytes + (left + 1) * channels + green; at < end; at += channels) {
      const here = data[at] ?? 0;
      sum +=
        Math.abs(here - (data[at - channels] ?? 0)) + Math.abs(here - (data[at - rowBytes] ?? 0));
    }
  }
  return sum;
}

/** How many pixels no neighbour foretells, by green or grey: those beside, above, and both together. */
export function changesIn({ data, width, channels }: Pixels): number {
  const rowBytes = width * channels;
  let changes = 0;
  for (let at = rowBytes + channels + (channels > 2 ? 1 : 0); at < data.length; at += channels) {
    const [here = 0, left = 0, above = 0] = [data[at], data[at - channels], data[at - rowBytes]];
    const corner = data[at - rowBytes - channels] ?? 0;
    if (here !== left && here !== above && here - left !== above - corner) changes += 1;
  }
  return changes;
}

interface Values<Data> {
  readonly data: Data;
  readonly width: number;
  readonly channels: number;
}

/** Copies squares, side by side. */
function cut<Data extends Buffer | Float32Array>(
  { data, width, channels }: Values<Data>,
  places: readonly Place[],
  { side, made }: { readonly side: number; readonly made: Data },
): Data {
  for (const [index, { left, top }] of places.entries()) {
    for (let row = 0; row < side; row += 1) {
      const from = ((top + row) * width + left) * channels;
      const to = (row * places.length + index) * side * channels;
      made.set(data.subarray(from, from + side * channels), to);
    }
  }
  return made;
}

/** The edges between squares are none of the picture, so pixels beside them are not compared. */
const MARGIN = 8;

/** The look of a sample where it is compared. */
export function innerOf(look: Look, { tile }: Sample): Look {
  if (tile === undefined) return look;
  return look.map((plane, at) => innerPlane(plane, at === 0 ? MARGIN : MARGIN / 2));
}

/** The inner parts of squares that lie side by side. */
function innerPlane({ data, width, height: tile }: Plane, margin: number): Plane {
  const side = tile - 2 * margin;
  const places = Array.from({ length: width / tile }, (_, index) => {
    return { left: index * tile + margin, top: margin };
  });
  const made = new Float32Array(places.length * side * side);
  return {
    data: cut({ data, width, channels: 1 }, places, { side, made }),
    ...{ width: places.length * side, height: side },
  };
}
