import type { Line, Measure } from './fit-lines.ts';

/**
 * How uneven two lines may get for the sake of a break after a comma or a stop, as a part of the
 * width of a line.
 */
const UNEVEN_FOR_SENSE = 0.15;

/** A way to set the rest of the pieces: the pieces that begin its lines, and how good it is. */
interface Setting {
  readonly starts: readonly number[];
  readonly cost: number;
}

/**
 * Sets pieces of text in a given number of lines of about the same length, rather broken where the
 * sense does: the least sum of the squares of the lengths, and of a fine for other breaks. Nothing
 * when no setting keeps to the width. The time it takes grows with the square of the pieces.
 */
export function balancedLines(
  pieces: readonly string[],
  count: number,
  widthEm: number,
  measure: Measure,
): Line[] | undefined {
  const ends = [0];
  for (const piece of pieces) ends.push((ends.at(-1) ?? 0) + measure(piece));
  const inked = pieces.map((piece) => measure(piece.trimEnd()));
  const fine = 2 * (UNEVEN_FOR_SENSE * widthEm) ** 2;
  const known = new Map<string, Setting | undefined>();

  function best(start: number, left: number): Setting | undefined {
    const key = `${start} ${left}`;
    if (!known.has(key)) known.set(key, left === 1 ? lastLine(start) : severalLines(start, left));
    return known.get(key);
  }

  function lastLine(start: number): Setting | undefined {
    const width = lineWidth(start, pieces.length);
    return width > widthEm ? undefined : { starts: [start], cost: width ** 2 };
  }

  function severalLines(start: number, left: number): Setting | undefined {
    let least: Setting | undefined;
    for (let end = start + 1; end <= pieces.length - left + 1; end += 1) {
      const width = lineWidth(start, end);
      if (width > widthEm) break;
      const rest = best(end, left - 1);
      if (!rest) continue;
      const cost = width ** 2 + (endsInSense(pieces[end - 1] ?? '') ? 0 : fine) + rest.cost;
      if (cost < (least?.cost ?? Number.POSITIVE_INFINITY)) {
        least = { starts: [start, ...rest.starts], cost };
      }
    }
    return least;
  }

  /** The sum of the pieces: what kerning does at their seams is too little to matter here. */
  function lineWidth(start: number, end: number): number {
    return (ends[end - 1] ?? 0) - (ends[start] ?? 0) + (inked[end - 1] ?? 0);
  }

  const starts = best(0, count)?.starts;
  return starts?.map((start, line) => pieces.slice(start, starts[line + 1]));
}

function endsInSense(piece: string): boolean {
  return /[,.;:!?—，。；：！？…][\p{Pe}\p{Pf}]?\s*$/u.test(piece);
}
