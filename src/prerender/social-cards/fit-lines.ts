import { balancedLines } from './balanced-lines.ts';
import { shortenedRow, splitPiece } from './cut-text.ts';

/** How wide a text is in ems: in parts of the size of its type. */
export type Measure = (text: string) => number;

/** The pieces on one line. */
export type Line = readonly string[];

export interface Room {
  readonly widthPx: number;
  /** The sizes of type to try, largest first, each with the number of lines that it may take. */
  readonly steps: readonly { readonly sizePx: number; readonly maxLines: number }[];
}

export interface FittedLines {
  readonly sizePx: number;
  readonly lines: readonly string[];
  /** Whether there was no room for the end of the text. */
  readonly isCut: boolean;
}

/**
 * Sets pieces of text (see `linePieces`) in lines of about the same length, at the largest size
 * that holds them. What doesn't fit at the smallest size either is cut: a piece longer than a line
 * within, with a hyphen between letters, and the text at its end, with an ellipsis.
 */
export function fitLines(pieces: readonly string[], room: Room, measure: Measure): FittedLines {
  for (const { sizePx, maxLines } of room.steps) {
    const widthEm = room.widthPx / sizePx;
    if (pieces.some((piece) => measure(piece.trimEnd()) > widthEm)) continue;
    const rows = fullRows(pieces, widthEm, measure);
    if (rows.length <= maxLines) {
      return { sizePx, lines: balanced(rows, widthEm, measure).map(textOf), isCut: false };
    }
  }
  return cutToFit(pieces, room, measure);
}

/** The text of a line. */
export function textOf(row: Line): string {
  return row.join('').trimEnd();
}

function cutToFit(pieces: readonly string[], room: Room, measure: Measure): FittedLines {
  const smallest = room.steps.at(-1);
  if (!smallest) throw new RangeError('A room for text has at least one size of type.');
  const { sizePx, maxLines } = smallest;
  const widthEm = room.widthPx / sizePx;
  const parts = pieces.flatMap((piece) => splitPiece(piece, widthEm, measure));
  const rows = fullRows(parts, widthEm, measure);
  const lines = rows.slice(0, maxLines).map(textOf);
  const isCut = rows.length > maxLines;
  if (isCut) {
    lines[maxLines - 1] = shortenedRow(rows[maxLines - 1] ?? [], widthEm, measure);
  }
  return { sizePx, lines, isCut };
}

/** Puts as many pieces as fit on each line. A piece longer than a line gets one of its own. */
function fullRows(pieces: readonly string[], widthEm: number, measure: Measure): Line[] {
  const rows: Line[] = [];
  let row: Line = [];
  for (const piece of pieces) {
    const longer = [...row, piece];
    if (row.length > 0 && measure(textOf(longer)) > widthEm) {
      rows.push(row);
      row = [piece];
    } else {
      row = longer;
    }
  }
  return row.length === 0 ? rows : [...rows, row];
}

/** As many rows of about the same length, if that can be had. */
function balanced(full: readonly Line[], widthEm: number, measure: Measure): readonly Line[] {
  if (full.length < 2) return full;
  const even = balancedLines(full.flat(), full.length, widthEm, measure);
  return even?.every((row) => measure(textOf(row)) <= widthEm) ? even : full;
}
