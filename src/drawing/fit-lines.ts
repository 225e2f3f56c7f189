import { balancedLines, type Line, type Measure } from './balanced-lines.ts';
import { charactersOf } from './readable-text.ts';

/** A split leaves at least so many characters on the last line. */
const MIN_CHARACTERS = 2;
const ELLIPSIS = '…';

export interface Room {
  readonly widthPx: number;
  /** The type sizes to try, largest first, each with its limit of lines. */
  readonly steps: readonly { readonly sizePx: number; readonly maxLines: number }[];
}

export interface FittedLines {
  readonly sizePx: number;
  readonly lines: readonly string[];
  /** Whether the end of the text did not fit. */
  readonly isTruncated: boolean;
}

/**
 * Breaks pieces of text (see `linePieces`) into lines of similar length, at the largest type size
 * that fits. If the smallest size does not fit either, pieces longer than a line are hyphenated, and
 * the text ends in an ellipsis.
 */
export function fitLines(pieces: readonly string[], room: Room, measure: Measure): FittedLines {
  for (const { sizePx, maxLines } of room.steps) {
    const widthEm = room.widthPx / sizePx;
    if (pieces.some((piece) => measure(piece.trimEnd()) > widthEm)) continue;
    const full = fullLines(pieces, widthEm, measure);
    if (full.length <= maxLines) {
      return { sizePx, lines: balance(full, widthEm, measure).map(lineText), isTruncated: false };
    }
  }
  return truncate(pieces, room, measure);
}

function truncate(pieces: readonly string[], room: Room, measure: Measure): FittedLines {
  const smallest = room.steps.at(-1);
  if (!smallest) throw new RangeError('The steps of a room need at least one type size.');
  const { sizePx, maxLines } = smallest;
  const widthEm = room.widthPx / sizePx;
  const parts = pieces.flatMap((piece) => splitPiece(piece, widthEm, measure));
  const full = fullLines(parts, widthEm, measure);
  const lines = full.slice(0, maxLines).map(lineText);
  const isTruncated = full.length > maxLines;
  if (isTruncated) {
    lines[maxLines - 1] = shortenLine(full[maxLines - 1] ?? [], widthEm, measure);
  }
  return { sizePx, lines, isTruncated };
}

/** Fills each line with as many pieces as fit. A piece longer than a line gets one to itself. */
function fullLines(pieces: readonly string[], widthEm: number, measure: Measure): Line[] {
  const lines: Line[] = [];
  let line: Line = [];
  for (const piece of pieces) {
    const longer = [...line, piece];
    if (line.length > 0 && measure(lineText(longer)) > widthEm) {
      lines.push(line);
      line = [piece];
    } else {
      line = longer;
    }
  }
  return line.length === 0 ? lines : [...lines, line];
}

/** The same number of lines with similar lengths, if that is possible. */
function balance(full: readonly Line[], widthEm: number, measure: Measure): readonly Line[] {
  if (full.length < 2) return full;
  const lines = balancedLines(full.flat(), full.length, widthEm, measure);
  return lines?.every((line) => measure(lineText(line)) <= widthEm) ? lines : full;
}

function lineText(line: Line): string {
  return line.join('').trimEnd();
}

/** Splits a piece into parts that fit on a line, with a hyphen inside a word. */
export function splitPiece(piece: string, widthEm: number, measure: Measure): string[] {
  if (measure(piece.trimEnd()) <= widthEm) return [piece];
  const characters = charactersOf(piece);
  const parts: string[] = [];
  let start = 0;
  while (start < characters.length) {
    const end = endOfPart(characters, start, widthEm, measure);
    parts.push(partOf(characters, start, end));
    start = end;
  }
  return parts;
}

function endOfPart(characters: Line, start: number, widthEm: number, measure: Measure): number {
  let end = start + 1;
  const fits = () => measure(partOf(characters, start, end + 1).trimEnd()) <= widthEm;
  while (end < characters.length && fits()) end += 1;
  const left = characters.length - end;
  if (left === 0 || left >= MIN_CHARACTERS) return end;
  return Math.max(start + 1, characters.length - MIN_CHARACTERS);
}

/** The characters from `start` to `end`, with a hyphen when the split is between two letters. */
function partOf(characters: Line, start: number, end: number): string {
  const around = `${characters[end - 1]}${characters[end] ?? ''}`;
  const hyphen = /^[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}]{2}$/u.test(around) ? '-' : '';
  return characters.slice(start, end).join('') + hyphen;
}

/** Shortens a line until it fits with an ellipsis: to whole pieces, or to a part of the first. */
export function shortenLine(line: Line, widthEm: number, measure: Measure): string {
  for (let count = line.length; count > 0; count -= 1) {
    const text = withEllipsis(lineText(line.slice(0, count)));
    if (measure(text) <= widthEm) return text;
  }
  const characters = charactersOf(line[0] ?? '');
  for (let count = characters.length; count > 0; count -= 1) {
    const text = withEllipsis(characters.slice(0, count).join(''));
    if (measure(text) <= widthEm) return text;
  }
  return ELLIPSIS;
}

function withEllipsis(text: string): string {
  // Without the look back, a run of marks within the text would be tried from each of them.
  return text.replace(/(?<![\s\p{P}])[\s\p{P}]+$/u, '') + ELLIPSIS;
}
