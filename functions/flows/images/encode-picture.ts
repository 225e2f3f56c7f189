import type { AvifOptions, WebpOptions } from 'sharp';
import { likeness, lookOf } from './likeness.ts';
import { type Pixels, sharp } from './read-picture.ts';
import { changesIn, innerOf, type Sample, sampleOf } from './sample-picture.ts';
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
export const tolerance = { most: 0.002, aim: { avif: 0.0006, webp: 0.001 } } as const;

/** How far from the goal a trial may be, as `nearness` counts, to be worth no more trials. */
const slack = { sample: { avif: 0.3, webp: 0.1 }, whole: { avif: 0.25, webp: 0.1 } } as const;

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
  const plainly = (await isPlain(sampled, guess, sample)) ? await lossless(means) : undefined;
  const webp = plainly ?? (await finish(guess, means));
  const { place } = usual.found.start;
  const isNoise =
    place >= noise.place && usual.bytes > noise.bytes * sampled.width * sampled.height;
  const encoder = avifFor(pixels, { isNoise });
  const bias = await biasOf(webp, means);
  const avif = await finish(await guessOf(encoder, avifStart(place), means, { bias }), means);
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

/** Whether a lossless sample has no more bytes. WebP takes some 7 bits for a change; 2 are surely too few. */
async function isPlain(sampled: Pixels, { bytes }: Guess, sample: PictureEncoder) {
  if (changesIn(sampled) / 4 > bytes) return false;
  return (await sample.encode('webp', { lossless: true, effort: 0 })).length <= bytes;
}

/**
 * Seeks on the sample.
 * @param options.isQuick whether one trial of a sample is enough: the line says the rest
 * @param options.bias how much nearer the sample comes than all pixels do
 */
async function guessOf(
  encoder: Encoder,
  first: Start,
  { sample, whole, goal: { likeness } }: Means,
  { isQuick = false, bias = 0 } = {},
): Promise<Guess> {
  const isWhole = sample === whole;
  const near = slack.sample[encoder.format];
  const goal = nearness(likeness - (isWhole ? 0 : tolerance.aim[encoder.format])) + bias;
  const found = await seekLevel((level) => sample.make(encoder, level), {
    ...{ measureOf, goal, first, placeOf: encoder.placeOf, highest: encoder.highest },
    least: isWhole ? goal : goal - (isQuick ? goal : near),
    maxTrials: isWhole ? trials.small : isQuick ? 1 : trials.sample[encoder.format],
    slack: isWhole ? 0 : near,
  });
  const { made, place } = found.best ?? found.outermost;
  const bytes = made.content.length * Math.exp((found.start.place - place) * BYTES_SLOPE);
  return { encoder, found, bytes: isWhole ? made.content.length : bytes };
}

/** How much nearer the sample comes than all pixels with the settings that WebP has found. */
async function biasOf(webp: Results['webp'], { sample, whole }: Means): Promise<number> {
  if (sample === whole || !('content' in webp)) return 0;
  return measureOf(await sample.made('webp', webp.options)) - measureOf(webp);
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
  const { format, highest, placeOf } = encoder;
  const found =
    whole === sample
      ? guessed
      : await seekLevel(make, {
          ...{ measureOf, placeOf, highest, first: guessed.start, slack: slack.whole[format] },
          goal: nearness(likeness - tolerance.aim[format]),
          least: nearness(likeness - tolerance.most),
          maxTrials: trials.whole[format],
        });
  // WebP's highest level still blurs faint noise.
  const exact = found.best || format === 'avif' ? undefined : await lossless(means);
  if (exact) return exact;
  const { made, place } = found.best ?? found.outermost;
  const { length } = made.content;
  return length <= maxBytes ? made : fewerBytes(make, { ...encoder, place, length }, maxBytes);
}

function measureOf({ likeness }: Encoded): number {
  return nearness(likeness);
}

/** Structural similarity as a number that grows with the level nearly in a line. */
function nearness(alike: number): number {
  return -Math.log(Math.max(1 - alike, 1e-6));
}

/** How much the logarithm of the bytes usually grows with a place of one more. */
const BYTES_SLOPE = 0.04;

/** Looks for the highest level within the bytes, as the lowest one from the other end. */
async function fewerBytes(
  make: (level: number) => Promise<Encoded>,
  {
    place,
    length,
    placeOf,
    highest,
  }: Encoder & { readonly place: number; readonly length: number },
  maxBytes: number,
): Promise<Encoded | { readonly smallestBytes: number }> {
  const goal = -Math.log(maxBytes);
  const fewer = Math.log(length / maxBytes) / BYTES_SLOPE;
  const { best, outermost } = await seekLevel((mirrored) => make(highest + 1 - mirrored), {
    measureOf: ({ content }) => -Math.log(content.length),
    ...{ goal, least: goal, highest, slack: 0, maxTrials: trials.fewer },
    placeOf: (mirrored) => -placeOf(highest + 1 - mirrored),
    first: { place: fewer - place, slope: BYTES_SLOPE },
  });
  return best?.made ?? { smallestBytes: outermost.made.content.length };
}

interface Encoder {
  readonly format: Format;
  readonly highest: number;
  /** Where a level lies on a line along which the nearness grows by about 0.1 a unit. */
  readonly placeOf: (level: number) => number;
  readonly optionsAt: (level: number) => Encoded['options'];
}

/** `icon` neither smooths nor spends bytes on what is even, which suits noise and drawings. */
function webpAs(preset: 'default' | 'icon'): Encoder {
  return {
    ...{ format: 'webp', highest: 100, placeOf: webpPlace },
    optionsAt: (quality) => ({ preset, quality }),
  };
}

/** The logarithm of WebP's step, from its quality. Source: libwebp, `src/enc/quant_enc.c`. */
function webpPlace(quality: number): number {
  const linear = quality < 75 ? quality / 150 : quality / 50 - 1;
  const step = 127 * (1 - Math.cbrt(linear)) + 4;
  return 12 * Math.log(131 / step);
}

const usualWebp: Start = { place: webpPlace(45), slope: 0.1 };

/** AVIF has 63 levels, so some of sharp's hundred qualities are the same file. */
const AVIF_LEVELS = 63;

/** The effort for which AVIF has time, by the pixels of the result. */
const efforts = [
  { maxPixels: 150_000, bitdepth: 10, effort: 5 },
  { maxPixels: 4_000_000, bitdepth: 10, effort: 3 },
  { maxPixels: Number.POSITIVE_INFINITY, bitdepth: 8, effort: 2 },
] as const;

/**
 * From this place of WebP on, and these bytes for a pixel, a picture is noise. It hardly shrinks with
 * effort 4, which takes four times as long as 3; all else does.
 */
const noise = { place: webpPlace(80), bytes: 0.12 } as const;
const keen = { minPixels: 150_000, maxPixels: 2_500_000, effort: 4 } as const;

function avifFor({ width, height }: Pixels, { isNoise }: { readonly isNoise: boolean }): Encoder {
  const pixels = width * height;
  const isKeen = !isNoise && pixels > keen.minPixels && pixels <= keen.maxPixels;
  const usual = efforts.find(({ maxPixels }) => pixels <= maxPixels);
  const { bitdepth = 8, effort = 2 } = isKeen ? { effort: keen.effort } : { ...usual };
  return {
    ...{ format: 'avif', highest: AVIF_LEVELS, placeOf: (level: number) => level },
    // 4:2:0 as in WebP; `ssim` spends the bytes where the likeness sees them.
    optionsAt: (level) => ({
      ...{ chromaSubsampling: '4:2:0', tune: 'ssim', bitdepth, effort },
      quality: Math.round((level * 100) / AVIF_LEVELS),
    }),
  };
}

/** Where AVIF has the likeness of WebP's place, as six kinds of pictures showed. */
function avifStart(webp: number): Start {
  return webp >= noise.place
    ? { place: 22 + 0.95 * webp, slope: (webp - 20) / 50 }
    : { place: 5 + 1.5 * webp, slope: 0.08 };
}

type PictureEncoder = Awaited<ReturnType<typeof encoderOf>>;

/** Encodes some pixels, and says how alike the result looks. */
async function encoderOf(pixels: Sample, signal: AbortSignal) {
  const original = innerOf(await lookOf(pixels), pixels);
  const encode = (format: Format, options: Encoded['options']): Promise<Uint8Array> => {
    signal.throwIfAborted();
    return sharp(pixels.data, { raw: pixels }).toFormat(format, options).toBuffer();
  };
  const made = async (format: Format, options: Encoded['options']): Promise<Encoded> => {
    const content = await encode(format, options);
    const shown = innerOf(await lookOf(content), pixels);
    return { content, likeness: likeness(original, shown), options };
  };
  return {
    encode,
    made,
    make: ({ format, optionsAt }: Encoder, level: number) => made(format, optionsAt(level)),
  };
}
