import type { AvifOptions, WebpOptions } from 'sharp';
import { brightnessOf, likeness } from './likeness.ts';
import { type Pixels, sharp } from './read-picture.ts';
import { innerOf, type Sample, sampleOf } from './sample-picture.ts';
import { type Found, type Start, seekLevel } from './seek-level.ts';

/** The formats of the results, the smallest first. */
export const formats = ['avif', 'webp'] as const;

export type Format = (typeof formats)[number];

export interface Encoded {
  readonly content: Uint8Array;
  /** How alike it looks to what was encoded, 1 for the same. */
  readonly likeness: number;
  /** The settings of sharp that make it. */
  readonly options: AvifOptions | WebpOptions;
}

export interface Goal {
  /** The least wanted likeness. It gives way to the bytes. */
  readonly likeness: number;
  readonly maxBytes: number;
}

/** How often an encoder may try on a sample, on all pixels, on a small picture, and for fewer bytes. */
const trials = {
  sample: { avif: 2, webp: 5 },
  whole: { avif: 2, webp: 3 },
  small: 8,
  fewer: 4,
} as const;

/** How far below the likeness a large result may stay, and where its search aims. */
export const tolerance = { most: 0.002, aim: 0.001 } as const;

/** How far from the goal a trial may be, as `nearness` counts, to be worth no more trials. */
const slack = { sample: 0.1, avif: 0.25, webp: 0.1 } as const;

/** The results by format, each with the fewest bytes where those of the lowest quality are too many. */
export type Results = Readonly<Record<Format, Encoded | { readonly smallestBytes: number }>>;

/**
 * Encodes pixels in as few bytes as have the wanted likeness, as AVIF and WebP. A sample says which
 * encoder and which level that takes. When the bytes are too many, it takes the quality that they allow.
 * Pixels and goal alone decide how often it encodes, and what comes out.
 */
export async function encodePicture(
  pixels: Pixels,
  goal: Goal,
  signal: AbortSignal,
): Promise<Results> {
  const sampled = sampleOf(pixels);
  const sample = await encoderOf(sampled, signal);
  const whole = sampled === pixels ? sample : await encoderOf(pixels, signal);
  const means = { sample, whole, goal };
  const usual = await guessOf(webpAs('default'), usualWebp, means);
  const plain = await guessOf(webpAs('icon'), usual.found.start, means, { isQuick: true });
  const guess = plain.bytes < usual.bytes ? plain : usual;
  const quick = await sample.encode('webp', { lossless: true, effort: 0 });
  const plainly = quick.length <= guess.bytes ? await lossless(means) : undefined;
  const webp = plainly ?? (await finish(guess, means));
  const found = usual.found.start.level;
  const isNoise =
    found >= noise.level && usual.bytes > noise.bytes * sampled.width * sampled.height;
  const encoder = avifFor(pixels, { isNoise });
  const avif = await finish(await guessOf(encoder, avifStart(found), means), means);
  return { avif, webp };
}

interface Means {
  readonly sample: PictureEncoder;
  /** All pixels; a small picture is its own sample. */
  readonly whole: PictureEncoder;
  readonly goal: Goal;
}

interface Guess {
  readonly encoder: Encoder;
  readonly found: Found<Encoded>;
  readonly bytes: number;
}

/**
 * Seeks on the sample.
 * @param options.isQuick whether one trial of a sample is enough: the line says the rest
 */
async function guessOf(
  encoder: Encoder,
  first: Start,
  { sample, whole, goal: { likeness } }: Means,
  { isQuick = false } = {},
): Promise<Guess> {
  const isWhole = sample === whole;
  const goal = nearness(likeness - (isWhole ? 0 : tolerance.aim));
  const found = await seekLevel((level) => sample.make(encoder, level), {
    ...{ measureOf, goal, first, highest: encoder.highest },
    least: isWhole ? goal : goal - (isQuick ? goal : slack.sample),
    maxTrials: isWhole ? trials.small : isQuick ? 1 : trials.sample[encoder.format],
    slack: isWhole ? 0 : slack.sample,
  });
  const { made, level } = found.best ?? found.outermost;
  const bytes = made.content.length * Math.exp((found.start.level - level) * BYTES_SLOPE);
  return { encoder, found, bytes: isWhole ? made.content.length : bytes };
}

/** Encodes all pixels losslessly, where the bytes allow it. */
async function lossless({ whole, goal }: Means): Promise<Encoded | undefined> {
  const options = { lossless: true };
  const content = await whole.encode('webp', options);
  return content.length <= goal.maxBytes ? { content, likeness: 1, options } : undefined;
}

/** Encodes all pixels near the level that the sample has shown. */
async function finish(
  { encoder, found: guessed }: Guess,
  means: Means,
): Promise<Encoded | { readonly smallestBytes: number }> {
  const { sample, whole, goal } = means;
  const { likeness, maxBytes } = goal;
  const make = (level: number) => whole.make(encoder, level);
  const { format, highest } = encoder;
  const found =
    whole === sample
      ? guessed
      : await seekLevel(make, {
          ...{ measureOf, highest, first: guessed.start, slack: slack[format] },
          goal: nearness(likeness - tolerance.aim),
          least: nearness(likeness - tolerance.most),
          maxTrials: trials.whole[format],
        });
  // WebP's highest level still blurs faint noise.
  const exact = found.best || format === 'avif' ? undefined : await lossless(means);
  if (exact) return exact;
  const { made, level } = found.best ?? found.outermost;
  const { length } = made.content;
  return length <= maxBytes ? made : fewerBytes(make, { level, length, highest }, maxBytes);
}

function measureOf({ likeness }: Encoded): number {
  return nearness(likeness);
}

/** Structural similarity as a number that grows with the level nearly in a line. */
function nearness(alike: number): number {
  return -Math.log(Math.max(1 - alike, 1e-6));
}

/** How much the logarithm of the bytes usually grows with a level of one more. */
const BYTES_SLOPE = 0.04;

/** Looks for the highest level within the bytes, as the lowest one from the other end. */
async function fewerBytes(
  make: (level: number) => Promise<Encoded>,
  { level, length, highest }: { level: number; length: number; highest: number },
  maxBytes: number,
): Promise<Encoded | { readonly smallestBytes: number }> {
  const goal = -Math.log(maxBytes);
  const fewer = Math.log(length / maxBytes) / BYTES_SLOPE;
  const { best, outermost } = await seekLevel((mirrored) => make(highest + 1 - mirrored), {
    measureOf: ({ content }) => -Math.log(content.length),
    ...{ goal, least: goal, highest, slack: 0, maxTrials: trials.fewer },
    first: { level: highest + 1 - level + fewer, slope: BYTES_SLOPE },
  });
  return best?.made ?? { smallestBytes: outermost.made.content.length };
}

interface Encoder {
  readonly format: Format;
  readonly highest: number;
  readonly optionsAt: (level: number) => Encoded['options'];
}

/** `icon` neither smooths nor spends bytes on what is even, which suits noise and drawings. */
function webpAs(preset: 'default' | 'icon'): Encoder {
  return { format: 'webp', highest: 100, optionsAt: (quality) => ({ preset, quality }) };
}

const usualWebp: Start = { level: 45, slope: 0.03 };

/** AVIF has 63 levels, so some of sharp's hundred qualities are the same file. */
const AVIF_LEVELS = 63;

/** The effort for which AVIF has time, by the pixels of the result. */
const efforts = [
  { maxPixels: 150_000, bitdepth: 10, effort: 5 },
  { maxPixels: 4_000_000, bitdepth: 10, effort: 3 },
  { maxPixels: Number.POSITIVE_INFINITY, bitdepth: 8, effort: 2 },
] as const;

/**
 * From this level of WebP on, and these bytes for a pixel, a picture is noise. It hardly shrinks with
 * effort 4, which takes four times as long as 3; all else does.
 */
const noise = { level: 80, bytes: 0.12 } as const;
const keen = { minPixels: 150_000, maxPixels: 2_500_000, effort: 4 } as const;

function avifFor({ width, height }: Pixels, { isNoise }: { readonly isNoise: boolean }): Encoder {
  const pixels = width * height;
  const isKeen = !isNoise && pixels > keen.minPixels && pixels <= keen.maxPixels;
  const usual = efforts.find(({ maxPixels }) => pixels <= maxPixels);
  const { bitdepth = 8, effort = 2 } = isKeen ? { effort: keen.effort } : { ...usual };
  return {
    ...{ format: 'avif', highest: AVIF_LEVELS },
    // 4:2:0 as in WebP; `ssim` spends the bytes where the likeness sees them.
    optionsAt: (level) => ({
      ...{ chromaSubsampling: '4:2:0', tune: 'ssim', bitdepth, effort },
      quality: Math.round((level * 100) / AVIF_LEVELS),
    }),
  };
}

/** Where AVIF has the likeness of WebP's level, as six kinds of pictures showed. */
function avifStart(webpLevel: number): Start {
  return { level: Math.max(9 + webpLevel / 3, webpLevel - 41), slope: 0.1 };
}

type PictureEncoder = Awaited<ReturnType<typeof encoderOf>>;

/** Encodes some pixels, and says how alike the result looks. */
async function encoderOf(pixels: Sample, signal: AbortSignal) {
  const original = innerOf(await brightnessOf(pixels), pixels);
  const { data, width, height, channels } = pixels;
  const encode = (format: Format, options: Encoded['options']): Promise<Uint8Array> => {
    signal.throwIfAborted();
    return sharp(data, { raw: { width, height, channels } }).toFormat(format, options).toBuffer();
  };
  return {
    encode,
    make: async ({ format, optionsAt }: Encoder, level: number): Promise<Encoded> => {
      const options = optionsAt(level);
      const content = await encode(format, options);
      const shown = innerOf(await brightnessOf(content), pixels);
      return { content, likeness: likeness(original, shown), options };
    },
  };
}
