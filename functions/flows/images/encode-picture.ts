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
}

export interface Goal {
  /** The least wanted likeness. It gives way to the bytes. */
  readonly likeness: number;
  readonly maxBytes: number;
  /** How hard AVIF tries, as sharp counts it. */
  readonly effort: number;
}

/** How often an encoder may try: on a sample, which is quick, and on all pixels. */
const trials = { sample: 5, whole: 2, fewer: 4 } as const;

/**
 * Encodes pixels in as few bytes as have the wanted likeness. When those are too many, it takes the
 * quality that the bytes allow.
 *
 * @returns how few bytes the lowest quality has, in `smallestBytes`, when those are too many as well
 */
export async function encodePicture(
  pixels: Pixels,
  format: Format,
  goal: Goal,
  signal: AbortSignal,
): Promise<Encoded | { readonly smallestBytes: number }> {
  const sample = await encoderOf(sampleOf(pixels), format, GUESS_EFFORT, signal);
  const wanted = {
    measureOf: (made: Encoded) => nearness(made.likeness),
    goal: nearness(goal.likeness),
    side: 'reaches',
  } as const;
  const guess = await seekQuality(sample.make, { ...wanted, maxTrials: trials.sample });
  const { quality, made } = guess.best ?? guess.outermost;
  const whole = await encoderOf(pixels, format, goal.effort, signal);
  if (format === 'webp' && (await sample.makeLossless()).length <= made.content.length) {
    const content = await whole.makeLossless();
    if (content.length <= goal.maxBytes) return { content, likeness: 1 };
  }
  const ahead = format === 'avif' && goal.effort > GUESS_EFFORT + 1 ? GUESSED_ABOVE : 0;
  const first = { quality: quality - ahead, slope: guess.slope };
  const alike = await seekQuality(whole.make, { ...wanted, first, maxTrials: trials.whole });
  const found = alike.best ?? alike.outermost;
  return found.made.content.length <= goal.maxBytes
    ? found.made
    : fewerBytes(whole.make, found, goal.maxBytes);
}

/** Structural similarity as a number that grows with the quality nearly in a line. */
function nearness(alike: number): number {
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

/** The effort of AVIF for a sample, in a tenth of the time of a usual one. */
const GUESS_EFFORT = 2;

/** How much more quality that effort needs for one likeness. */
const GUESSED_ABOVE = 5;

/** 4:2:0 as in WebP and most photographs; `ssim` spends the bytes where the likeness sees them. */
const avif = { chromaSubsampling: '4:2:0', tune: 'ssim' } as const;
const webp = { effort: 6 } as const;

async function encoderOf(pixels: Pixels, format: Format, effort: number, signal: AbortSignal) {
  const original = await comparable(pixels);
  const { data, ...raw } = pixels;
  return {
    make: async (quality: number): Promise<Encoded> => {
      signal.throwIfAborted();
      const image = sharp(data, { raw });
      const encoder =
        format === 'avif'
          ? image.avif({ ...avif, quality, effort })
          : image.webp({ ...webp, quality });
      const content = await encoder.toBuffer();
      return { content, likeness: likeness(original, await comparable(content), pixels) };
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
function sampleOf(pixels: Pixels): Pixels {
  const { data, width, height, channels } = pixels;
  const wanted = Math.floor(SAMPLE_PIXELS / width / BANDS);
  const bandHeight = Math.max(LEAST_BAND_HEIGHT, wanted);
  if (bandHeight * BANDS >= height) return pixels;
  const rowBytes = width * channels;
  const bands = Array.from({ length: BANDS }, (_, band) => {
    const top = Math.floor(((height - bandHeight) * (band + 0.5)) / BANDS);
    return data.subarray(top * rowBytes, (top + bandHeight) * rowBytes);
  });
  return { data: Buffer.concat(bands), width, height: bandHeight * BANDS, channels };
}
