/** A result of an encoder, with its measure. */
interface Trial<Made> {
  readonly made: Made;
  readonly level: number;
  readonly place: number;
  readonly measure: number;
}

/** Where a search begins, and how much the measure is likely to grow with a place of one more. */
export interface Start {
  readonly place: number;
  readonly slope: number;
}

interface Wanted<Made> {
  /** Grows with the place of the level, nearly in a line. */
  readonly measureOf: (made: Made) => number;
  readonly placeOf: (level: number) => number;
  /** The measure for which the search looks, and the one with which it ends. */
  readonly goal: number;
  readonly least: number;
  /** Levels are whole numbers from 1 to this one. */
  readonly highest: number;
  readonly first: Start;
  /** How far beyond the goal a measure is not worth one more trial. */
  readonly slack: number;
  /** How many trials it makes, and more only until one has the least measure. */
  readonly maxTrials: number;
}

export interface Found<Made> {
  /** The trial of the lowest level with the least measure; undefined when none had it. */
  readonly best: Trial<Made> | undefined;
  /** The trial of the highest level. */
  readonly outermost: Trial<Made>;
  /** Where the measure is likely to be the goal. */
  readonly start: Start;
}

/** How far a slope may be from the likely one: two places side by side may measure nearly the same. */
const SLOPE_FACTOR = 4;

/**
 * Looks for the lowest level of an encoder that meets a goal. Each trial follows the line through those
 * before. The same encoder and goal make the same trials, whatever the time.
 */
export async function seekLevel<Made>(
  make: (level: number) => Promise<Made>,
  { measureOf, placeOf, goal, least, highest, first, maxTrials, slack }: Wanted<Made>,
): Promise<Found<Made>> {
  let { place, slope } = first;
  let below: Trial<Made> | undefined;
  let best: Trial<Made> | undefined;
  for (let trials = 0; trials < maxTrials || !best; trials += 1) {
    const [low, high] = [(below?.level ?? 0) + 1, (best?.level ?? highest + 1) - 1];
    if (low > high) break;
    let level = low;
    while (level < high && placeOf(level) < place) level += 1;
    const made = await make(level);
    const trial = { made, level, place: placeOf(level), measure: measureOf(made) };
    const other = trial.measure >= least ? (below ?? best) : (best ?? below);
    slope = slopeOf(trial, other, first.slope) ?? slope;
    if (trial.measure >= least) best = trial;
    else below = trial;
    place = trial.place + (goal - trial.measure) / slope;
    if (best === trial && (trial.measure <= goal + slack || placeOf(level - 1) < place)) break;
    // Each miss in a row goes further, so that a curve does not take a trial for each level.
    if (!best) place += trials;
  }
  const outermost = best && best.level > (below?.level ?? 0) ? best : below;
  if (!outermost) throw new RangeError('An encoder needs at least one level.');
  return { best, outermost, start: { place, slope } };
}

function slopeOf(
  { place, measure }: Trial<unknown>,
  other: Trial<unknown> | undefined,
  likely: number,
): number | undefined {
  if (!other) return undefined;
  const slope = (measure - other.measure) / (place - other.place);
  return Math.min(Math.max(slope, likely / SLOPE_FACTOR), likely * SLOPE_FACTOR);
}
