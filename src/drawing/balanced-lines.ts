/** The width of a text in ems: in multiples of its type size. */
export type Measure = (text: string) => number;

/** The pieces of text on one line. */
export type Line = readonly string[];

/** How far two lines may differ to break after a comma or stop, as a fraction of the width. */
const MAX_IMBALANCE = 0.15;

const punctuationEnd = /[,.;:!?—，。；：！？…][\p{Pe}\p{Pf}]?\s*$/u;

/** Line breaks for the remaining pieces: the indexes at which lines start, and their cost. */
interface Breaks {
  readonly starts: readonly number[];
  readonly cost: number;
}

/**
 * Breaks pieces of text into a given number of lines of similar length, preferably after punctuation.
 * It minimizes the sum of the squared lengths and of a penalty for every other break. The time grows
 * with the square of the number of pieces.
 * @returns `undefined` when no breaks keep every line within the width
 */
export function balancedLines(
  pieces: readonly string[],
  count: number,
  widthEm: number,
  measure: Measure,
): Line[] | undefined {
  const ends = [0];
  for (const piece of pieces) ends.push((ends.at(-1) ?? 0) + measure(piece));
  const trimmed = pieces.map((piece) => measure(piece.trimEnd()));
  const penalty = 2 * (MAX_IMBALANCE * widthEm) ** 2;
  const known = new Map<string, Breaks | undefined>();

  function best(start: number, left: number): Breaks | undefined {
    const key = `${start} ${left}`;
    if (!known.has(key)) known.set(key, left === 1 ? lastLine(start) : severalLines(start, left));
    return known.get(key);
  }

  function lastLine(start: number): Breaks | undefined {
    const width = lineWidth(start, pieces.length);
    return width > widthEm ? undefined : { starts: [start], cost: width ** 2 };
  }

  function severalLines(start: number, left: number): Breaks | undefined {
    let least: Breaks | undefined;
    for (let end = start + 1; end <= pieces.length - left + 1; end += 1) {
      const width = lineWidth(start, end);
      if (width > widthEm) break;
      const rest = best(end, left - 1);
      if (!rest) continue;
      const cost =
        width ** 2 + (punctuationEnd.test(pieces[end - 1] ?? '') ? 0 : penalty) + rest.cost;
      if (cost < (least?.cost ?? Number.POSITIVE_INFINITY)) {
        least = { starts: [start, ...rest.starts], cost };
      }
    }
    return least;
  }

  /** The sum of the pieces' widths; kerning between them is too small to matter here. */
  function lineWidth(start: number, end: number): number {
    return (ends[end - 1] ?? 0) - (ends[start] ?? 0) + (trimmed[end - 1] ?? 0);
  }

  const starts = best(0, count)?.starts;
  return starts?.map((start, line) => pieces.slice(start, starts[line + 1]));
}
