import type { Sharp } from 'sharp';
import { comparable, likeness } from './likeness.ts';
import { type Pixels, sharp } from './read-picture.ts';
import { seekQuality, type Trial } from './seek-quality.ts';

/** The formats of the results, the smallest first. */
export const formats = ['avif', 'webp'] as const;

export type Format = (typeof formats)[number];

export interface Encoded {
  readonly content: Uint8Array;
  /** How alike it looks to what was encoded, 1 for the same. */
  readonly likeness: number;
  /** The setting of the encoder; absent where nothing was lost. */
  readonly quality?: number;
}

export interface Goal {
  /** The least wanted likeness. It gives way to the bytes. */
  readonly likeness: number;
  readonly maxBytes: number;
  /** How hard AVIF tries, as sharp counts it. */
  readonly effort: number;
}

/** How often an encoder may try: on a sample, on all pixels, and for fewer bytes. WebP is quick. */
const trials = { sample: 6, avif: 3, webp: 6, fewer: 4 } as const;

/**
 * Encodes pixels in as few bytes as have the wanted likeness. When those are too many, it takes the
 * quality that the bytes allow.
 * @returns how few bytes the lowest quality has, in `smallestBytes`, when those are too many as well
 */
export async function encodePicture(
  pixels: Pixels,
  format: Format,
  goal: Goal,
  signal: AbortSignal,
): Promise<Encoded | { readonly smallestBytes: number }> {
  const wanted = {
    measureOf: (made: Encoded) => nearness(made.likeness),
    goal: nearness(goal.likeness),
    side: 'reaches',
  } as const;
  const sample = await encoderOf(sampleOf(pixels), signal);
  const guesses = [];
  for (const encoder of encodersFor(format, goal.effort)) {
    const make = (quality: number) => sample.make(encoder.guess, quality);
    const guess = await seekQuality(make, { ...wanted, maxTrials: trials.sample });
    const { quality, made } = guess.best ?? guess.outermost;
    const first = { quality: quality - encoder.guessedAbove, slope: guess.slope };
    guesses.push({ encoder, first, bytes: made.content.length });
  }
  const [guess] = guesses.toSorted((a, b) => a.bytes - b.bytes);
  if (!guess) throw new RangeError(`There is no encoder for ${format}.`);
  const whole = await encoderOf(pixels, signal);
  if (format === 'webp' && (await sample.makeLossless()).length <= guess.bytes) {
    const content = await whole.makeLossless();
    if (content.length <= goal.maxBytes) return { content, likeness: 1 };
  }
  const make = (quality: number) => whole.make(guess.encoder.encode, quality);
  const { first } = guess;
  const alike = await seekQuality(make, { ...wanted, first, maxTrials: trials[format] });
  const found = alike.best ?? alike.outermost;
  return found.made.content.length <= goal.maxBytes
    ? found.made
    : fewerBytes(make, found, goal.maxBytes);
}

/** Structural similarity as a number that grows with the quality nearly in a line. */
export function nearness(alike: number): number {
  return -Math.log(Math.max(1 - alike, 1e-6));
}

/** How much the logarithm of the bytes usually grows with a quality of one more. */
const BYTES_SLOPE = 0.035;

async function fewerBytes(
  make: (quality: number) => Promise<Encoded>,
  { quality, made }: Trial<Encoded>,
  maxBytes: number,
): Promise<Encoded | { readonly smallestBytes: number }> {
  const measureOf = ({ content }: Encoded) => Math.log(content.length);
  const goal = Math.log(maxBytes);
  const { best, outermost } = await seekQuality(make, {
    measureOf,
    goal,
    side: 'within',
    first: {
      quality: quality + Math.floor((goal - measureOf(made)) / BYTES_SLOPE),
      slope: BYTES_SLOPE,
    },
    maxTrials: trials.fewer,
  });
  return best?.made ?? { smallestBytes: outermost.made.content.length };
}

/** 4:2:0 as in WebP; `ssim` spends the bytes where the likeness sees them. */
export const avifSettings = { chromaSubsampling: '4:2:0', tune: 'ssim' } as const;

/** Sets an image to be encoded at a quality. */
export type Encode = (image: Sharp, quality: number) => Sharp;

interface Encoder {
  readonly encode: Encode;
  /** A quicker encoder, for samples. */
  readonly guess: Encode;
  /** How much more quality the quicker one needs for one likeness. */
  readonly guessedAbove: number;
}

/** AVIF for a sample, in a tenth of the time of the usual effort. */
const GUESS = { bitdepth: 8, effort: 2 } as const;
/** From this effort on, a likeness needs less quality. */
const KEEN_EFFORT = 4;
const KEEN_GAIN = 5;
/** From these efforts on there is time for 10 bits a channel, and for WebP's slow filter. */
const PATIENT_EFFORT = 5;
const FILTER_EFFORT = 3;
/** From this effort on, there is time to try 8 bits and 10. */
const BEST_EFFORT = 6;

/** The encoders among which a sample decides, by the effort that there is time for. */
function encodersFor(format: Format, effort: number): readonly Encoder[] {
  const isPatient = effort >= PATIENT_EFFORT;
  if (format === 'avif') {
    const avif = avifSettings;
    const depths = effort >= BEST_EFFORT ? ([8, 10] as const) : ([isPatient ? 10 : 8] as const);
    return depths.map((bitdepth) => ({
      encode: (image, quality) => image.avif({ ...avif, bitdepth, quality, effort }),
      guess: (image, quality) => {
        const settings = depths.length > 1 ? { bitdepth, effort: KEEN_EFFORT } : GUESS;
        return image.avif({ ...avif, ...settings, quality });
      },
      guessedAbove: effort >= KEEN_EFFORT && depths.length === 1 ? KEEN_GAIN : 0,
    }));
  }
  return (['default', 'icon'] as const).map((preset) => {
    const webp = { effort: 6, preset, smartDeblock: effort >= FILTER_EFFORT } as const;
    const encode: Encode = (image, quality) => image.webp({ ...webp, quality });
    return { encode, guess: encode, guessedAbove: 0 };
  });
}

/** Encodes some pixels, and says how alike the result looks. */
export async function encoderOf(pixels: Pixels, signal: AbortSignal) {
  const original = await comparable(pixels);
  const { data, ...raw } = pixels;
  return {
    make: async (encode: Encode, quality: number): Promise<Encoded> => {
      signal.throwIfAborted();
      const content = await encode(sharp(data, { raw }), quality).toBuffer();
      const alike = likeness(original, await comparable(content), pixels);
      return { content, likeness: alike, quality };
    },
    makeLossless: async (): Promise<Uint8Array> => {
      signal.throwIfAborted();
      return sharp(data, { raw }).webp({ lossless: true }).toBuffer();
    },
  };
}

/** A sample has some rows of bands across the picture. */
const SAMPLE_PIXELS = 300_000;
const BANDS = 5;
/** In pixels: the blocks of the encoders have it as a multiple. */
const LEAST_BAND_HEIGHT = 32;

/** A few bands of a picture, one below the other; all of a picture that is small. */
export function sampleOf(pixels: Pixels, count = SAMPLE_PIXELS): Pixels {
  const { data, width, height, channels } = pixels;
  const wanted = Math.floor(count / width / BANDS);
  const bandHeight = Math.max(LEAST_BAND_HEIGHT, wanted);
  if (bandHeight * BANDS >= height) return pixels;
  const rowBytes = width * channels;
  const bands = Array.from({ length: BANDS }, (_, band) => {
    const top = Math.floor(((height - bandHeight) * (band + 0.5)) / BANDS);
    return data.subarray(top * rowBytes, (top + bandHeight) * rowBytes);
  });
  return { data: Buffer.concat(bands), width, height: bandHeight * BANDS, channels };
}
