/** The qualities of an encoder. The highest ones cost bytes that nobody sees. */
const LOWEST = 1;
export const HIGHEST = 96;

/** How much a measure grows with a quality of one more, before two trials have told. */
export const USUAL_SLOPE = 0.045;
const slopes = { least: 0.005, most: 0.3 } as const;

/** A result of an encoder, with its measure. */
export interface Trial<Made> {
  readonly made: Made;
  readonly quality: number;
  readonly measure: number;
}

interface Wanted<Made> {
  /** Grows with the quality, nearly in a line. */
  readonly measureOf: (made: Made) => number;
  readonly goal: number;
  /** Whether the lowest quality is wanted that reaches the goal, or the highest that stays within. */
  readonly side: 'reaches' | 'within';
  /** Where to begin. */
  readonly first?: { readonly quality: number; readonly slope: number };
  readonly maxTrials: number;
}

export interface Found<Made> {
  /** The best trial on the wanted side of the goal; undefined when none was. */
  readonly best: Trial<Made> | undefined;
  /** The trial of the highest quality for `reaches`, and of the lowest for `within`. */
  readonly outermost: Trial<Made>;
  /** How much the measure grows with a quality of one more. */
  readonly slope: number;
}

/** Looks for the quality at which an encoder meets a goal, with few trials: each follows the line. */
export async function seekQuality<Made>(
  make: (quality: number) => Promise<Made>,
  { measureOf, goal, side, first, maxTrials }: Wanted<Made>,
): Promise<Found<Made>> {
  let [below, above] = [LOWEST - 1, HIGHEST + 1];
  let { quality, slope } = first ?? { quality: 60, slope: USUAL_SLOPE };
  const trials: Trial<Made>[] = [];
  let best: Trial<Made> | undefined;
  while (above - below > 1 && (trials.length < maxTrials || !best)) {
    quality = Math.min(Math.max(quality, below + 1), above - 1);
    const made = await make(quality);
    const trial = { made, quality, measure: measureOf(made) };
    slope = slopeOf(trial, trials.at(-1)) ?? slope;
    trials.push(trial);
    const missing = goal - trial.measure;
    if (missing > 0) below = quality;
    else above = quality;
    if (side === 'reaches' ? missing <= 0 : missing >= 0) {
      best = trial;
      if (Math.abs(missing) < slope) break;
    }
    // Each miss in a row goes further, so that a curve does not take a trial for each quality.
    const further = best ? 0 : trials.length - 1;
    const step = missing / slope;
    quality += side === 'reaches' ? Math.ceil(step) + further : Math.floor(step) - further;
  }
  const sorted = trials.toSorted((a, b) => a.quality - b.quality);
  const outermost = side === 'reaches' ? sorted.at(-1) : sorted[0];
  if (!outermost) throw new RangeError('An encoder needs at least one quality.');
  return { best, outermost, slope };
}

function slopeOf(
  { quality, measure }: Trial<unknown>,
  before: Trial<unknown> | undefined,
): number | undefined {
  if (!before || before.quality === quality) return undefined;
  const slope = (measure - before.measure) / (quality - before.quality);
  return Math.min(Math.max(slope, slopes.least), slopes.most);
}
