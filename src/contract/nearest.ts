/** Only the beginning of a longer word is compared. */
const MAX_COMPARED_CHARACTERS = 64;

/**
 * The known word most like a mistyped one.
 * @param share one in so many characters may differ
 */
export function nearest(word: string, known: readonly string[], share = 3): string | undefined {
  const meant = word.slice(0, MAX_COMPARED_CHARACTERS).toLowerCase();
  let best: string | undefined;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const candidate of known) {
    const allowed = Math.min(
      Math.floor(Math.max(candidate.length, meant.length) / share),
      bestDistance,
    );
    if (Math.abs(candidate.length - meant.length) > allowed) continue;
    const distance = editDistance(meant, candidate.toLowerCase());
    if (distance > allowed || distance >= bestDistance) continue;
    best = candidate;
    bestDistance = distance;
  }
  return best;
}

/**
 * The number of letters to add, remove, replace or swap with their neighbour, computed one row of the
 * table at a time ("optimal string alignment", after Damerau, CACM 7(3), 1964).
 */
function editDistance(from: string, to: string): number {
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const replaced = at(last, column - 1) + (from[row - 1] === to[column - 1] ? 0 : 1);
      const added = Math.min(at(last, column), at(next, column - 1)) + 1;
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      const swapped = isSwapped ? at(beforeLast, column - 2) + 1 : replaced;
      next.push(Math.min(replaced, added, swapped));
    }
    beforeLast = last;
    last = next;
  }
  return at(last, to.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
