import {
  avifSettings,
  type Encode,
  type Encoded,
  encoderOf,
  type Goal,
  nearness,
  sampleOf,
} from './encode-picture.ts';
import type { Pixels } from './read-picture.ts';
import { HIGHEST, seekQuality, USUAL_SLOPE } from './seek-quality.ts';

/** As good as what a person finds by hand, to half a percent; ten times as slow as effort 3. */
const FINE = { ...avifSettings, bitdepth: 10, effort: 5 } as const;

/** How much less quality it usually needs for one likeness. */
const USUAL_GAIN = 6;

/** A tenth of a large result says how the two efforts differ. */
const SAMPLE_PIXELS = 100_000;

/** How often the sample is tried, and all pixels: a sample is seldom wrong by more than one quality. */
const SAMPLE_TRIALS = 4;
const MAX_TRIALS = 2;

interface Limits {
  readonly signal: AbortSignal;
  /** When all of it has to be done, as `performance.now()` counts. */
  readonly endsAtMs: number;
}

/**
 * Encodes pixels once more with a higher effort, if the time is likely to be enough. The quality
 * comes from both efforts on a sample, so that one trial usually meets the likeness.
 * @param quick the result of a lower effort with the same pixels
 * @returns the smaller of the two that look as alike as wanted
 */
export async function refineAvif(
  pixels: Pixels,
  quick: Encoded,
  goal: Pick<Goal, 'likeness' | 'effort'>,
  { signal, endsAtMs }: Limits,
): Promise<Encoded> {
  if (quick.quality === undefined || quick.likeness < goal.likeness) return quick;
  const sample = sampleOf(pixels, SAMPLE_PIXELS);
  const onSample = await encoderOf(sample, signal);
  const usual = { ...avifSettings, bitdepth: 8, effort: goal.effort } as const;
  const before = await onSample.make(
    (image, quality) => image.avif({ ...usual, quality }),
    quick.quality,
  );
  // The same difference on all pixels as on the sample, so the sample shows the quality of both.
  const shift = nearness(quick.likeness) - nearness(before.likeness);
  const fine: Encode = (image, quality) => image.avif({ ...FINE, quality });
  let trials = 0;
  const startedMs = performance.now();
  const found = await seekQuality(
    (quality) => {
      trials += 1;
      return onSample.make(fine, quality);
    },
    {
      measureOf: (made) => nearness(made.likeness) + shift,
      goal: nearness(goal.likeness),
      side: 'reaches',
      first: { quality: quick.quality - USUAL_GAIN, slope: USUAL_SLOPE },
      maxTrials: SAMPLE_TRIALS,
    },
  );
  const times = (pixels.width * pixels.height) / (sample.width * sample.height);
  const trialMs = ((performance.now() - startedMs) / trials) * times;
  const whole = await encoderOf(pixels, signal);
  let { quality } = found.best ?? found.outermost;
  for (let trial = 0; trial < MAX_TRIALS; trial += 1) {
    if (performance.now() + trialMs > endsAtMs) return quick;
    const made = await whole.make(fine, Math.min(quality, HIGHEST));
    if (made.likeness >= goal.likeness) {
      return made.content.length < quick.content.length ? made : quick;
    }
    const missing = nearness(goal.likeness) - nearness(made.likeness);
    quality += Math.max(1, Math.ceil(missing / found.slope));
  }
  return quick;
}
