import { type LeftOutLog, leftOutLog } from '../left-out.ts';
import type { Piece, Sides } from './pdf-pieces.ts';
import { isBulletAlone, isLabel, spaceBetween, withoutWideSpaces } from './pdf-signs.ts';

/** Text on one line of one column or cell. */
export interface Line extends Piece {
  /** Whether it was joined over a gap that may part columns. */
  readonly isJoined?: boolean;
  readonly pieces: readonly Piece[];
}

/** The lines of a page, or of those that run in one direction. */
export interface PageLines extends Sides {
  readonly lines: readonly Line[];
}

/** Letters reach this far over and under the line that they stand on, in sizes. */
const ASCENT = 0.75;
const DESCENT = 0.2;
/** How much of the lower of two pieces lies beside the other when they stand on one line. */
const BESIDE = 0.4;
/** Only so many rows above can a piece belong to. */
const ROWS_BACK = 6;

/** The lines of a page from top to bottom, those side by side from left to right. */
export function linesOf(
  pieces: readonly Piece[],
  leftOut: LeftOutLog = leftOutLog(),
): readonly Line[] {
  const rows = withWholeBoxes(rowsOf(withSmallInitials(pieces)));
  const edges = commonEdges(rows);
  const lines = rows.flatMap((row, at) => segmentsOf(row, edges[at]).map(lineOf));
  return withoutReadings(lines, leftOut);
}

/** Words alone are so many, and so many of all pieces, where they are recognized; their gaps are in sizes. */
const RECOGNIZED = { words: 30, share: 0.8, leastGap: 0.45, mostGap: 1 } as const;

/**
 * Rows of words whose boxes are whole. Text recognition fits a word and the space behind it into the
 * word's box, so that the word ends about a letter too early.
 */
function withWholeBoxes(rows: readonly (readonly Piece[])[]): readonly (readonly Piece[])[] {
  const pieces = rows.flat();
  const words = pieces.filter(({ text }) => /^[^\s\p{sc=Han}]+$/u.test(text.trim())).length;
  if (words < Math.max(RECOGNIZED.words, pieces.length * RECOGNIZED.share)) return rows;
  const usual = medianOf(rows.flatMap(gapsOf).filter((gap) => gap > LEAST_SPACE));
  if (usual < RECOGNIZED.leastGap || usual > RECOGNIZED.mostGap) return rows;
  return rows.map((row) =>
    row.map((piece, at) => {
      const letter = (piece.right - piece.x) / piece.text.trim().length;
      const next = (row[at + 1]?.x ?? Number.POSITIVE_INFINITY) - piece.size * LEAST_SPACE;
      return { ...piece, right: Math.max(piece.right, Math.min(piece.right + letter, next)) };
    }),
  );
}

/** A large first letter stands beside several lines, and belongs to the highest of them. */
const INITIAL_SIZE = 1.8;
/** More on a page are no first letters of paragraphs. */
const MAX_INITIALS = 20;

function withSmallInitials(pieces: readonly Piece[]): readonly Piece[] {
  const least = medianOf(pieces.map(({ size }) => size)) * INITIAL_SIZE;
  const isInitial = ({ size, text }: Piece) =>
    size >= least && /^[\p{Lu}\p{sc=Han}\d]$/u.test(text.trim());
  if (pieces.filter(isInitial).length > MAX_INITIALS) return pieces;
  return pieces.map((piece) => {
    if (!isInitial(piece)) return piece;
    const beside = pieces.filter(
      ({ x, y, size }) =>
        Math.abs(x - piece.right) < size && y > piece.y - size / 2 && y < piece.y + piece.size,
    );
    const [first, second] = beside.toSorted((one, other) => other.y - one.y);
    if (!first || !second) return piece;
    return { ...piece, y: first.y, size: first.size, right: first.x, isInitial: true };
  });
}

/** Pieces that stand on the same line, raised ones and those of other sizes too. */
function rowsOf(pieces: readonly Piece[]): readonly (readonly Piece[])[] {
  const rows: { main: Piece; readonly pieces: Piece[] }[] = [];
  for (const piece of pieces.toSorted((one, other) => other.y - one.y)) {
    const near = rows.slice(-ROWS_BACK).toReversed();
    const row = near.find((one) => isOnRow(piece, one.main, one.pieces));
    if (!row) rows.push({ main: piece, pieces: [piece] });
    else {
      row.pieces.push(piece);
      if (weight(piece) > weight(row.main)) row.main = piece;
    }
  }
  return rows.map((row) => inOrder(row.pieces));
}

/** Only so many pieces of a row are compared with another. */
const COMPARED = 50;

/** Whether a piece stands beside the main one of a row, and below none of the row. */
function isOnRow(piece: Piece, main: Piece, row: readonly Piece[]): boolean {
  if (sharedHeight(main, piece) < BESIDE) return false;
  return row.slice(-COMPARED).every((other) => {
    const shared = Math.min(other.right, piece.right) - Math.max(other.x, piece.x);
    return shared < piece.size / 2 || sharedHeight(other, piece) >= BESIDE;
  });
}

/** The pieces from left to right. One within the gap of another, which a further font drew, parts it. */
function inOrder(pieces: readonly Piece[]): readonly Piece[] {
  const sorted: Piece[] = [];
  for (const piece of pieces.toSorted((one, other) => one.x - other.x)) {
    const start = Math.max(0, sorted.length - COMPARED);
    const near = sorted.slice(start);
    const at = start + near.findIndex(({ x, right }) => x < piece.x && piece.right < right + 1);
    const whole = at < start ? undefined : sorted[at];
    const parts = whole && partedAround(whole, piece);
    if (parts) sorted.splice(at, 1, ...parts);
    sorted.push(piece);
  }
  return sorted.toSorted((one, other) => one.x - other.x);
}

/** The two parts of a piece around another that stands in one of its gaps. */
function partedAround(whole: Piece, within: Piece): readonly Piece[] | undefined {
  const ends = [...whole.text.matchAll(/(?<=\S)\s+(?=\S)/gu)].map(({ index }) => index);
  const widthTo = (end: number) =>
    (whole.right - whole.x) * (emsOf(whole.text.slice(0, end)) / emsOf(whole.text));
  const off = (end: number) => Math.abs(whole.x + widthTo(end) - within.x);
  const [end] = ends.toSorted((one, other) => off(one) - off(other));
  if (end === undefined || off(end) > whole.size * 2) return undefined;
  const rest = { ...whole, text: whole.text.slice(end).trimStart(), x: within.right };
  return [{ ...whole, text: whole.text.slice(0, end), right: within.x }, rest];
}

/** About how wide a text is, in sizes of its letters. */
export function emsOf(text: string): number {
  const wide = text.match(/[\u2e80-\uffef]/g)?.length ?? 0;
  return wide + (text.length - wide) / 2;
}

/** The pieces that make a row's height are large or long. */
function weight({ size, text }: Piece): number {
  return size * Math.min(text.length, 4);
}

/** How much of the smaller piece's height the other has too, from 0 to 1. */
export function sharedHeight(
  one: Pick<Piece, 'y' | 'size'>,
  other: Pick<Piece, 'y' | 'size'>,
): number {
  const top = Math.min(one.y + one.size * ASCENT, other.y + other.size * ASCENT);
  const bottom = Math.max(one.y - one.size * DESCENT, other.y - other.size * DESCENT);
  return (top - bottom) / (Math.min(one.size, other.size) * (ASCENT + DESCENT));
}

/** Rows so near are those of one table or of columns. */
const ROWS_NEAR = 6;

/** Tells for each row in how many rows near it pieces begin, after a gap, where a piece of it does. */
function commonEdges(rows: readonly (readonly Piece[])[]): readonly ((piece: Piece) => number)[] {
  const begins = rows.map((row) => {
    const gaps = gapsOf(row);
    const apart = row.filter((_, at) => at === 0 || (gaps[at] ?? 0) > LEAST_GUTTER);
    return new Set(apart.map(({ x }) => Math.round(x)));
  });
  return begins.map((own, at) => {
    const near = begins
      .slice(Math.max(0, at - ROWS_NEAR), at + ROWS_NEAR + 1)
      .filter((one) => one !== own);
    const countOf = (x: number) =>
      near.filter((one) => [x - 1, x, x + 1].some((place) => one.has(place))).length;
    return (piece) => Math.max(countOf(Math.round(piece.x)), countOf(Math.round(inkOf(piece).x)));
  });
}

/** The gaps before the pieces of a row, in sizes of the smaller letters beside them. */
function gapsOf(row: readonly Piece[]): readonly number[] {
  return row.map((piece, at) => {
    const { right, size } = row[at - 1] ?? { ...piece, right: piece.x };
    return (piece.x - right) / Math.min(piece.size, size);
  });
}

/** Where the ink of a text begins and ends: the empty half of a wide mark may hang into a gutter. */
export function inkOf({ text, x, right, size }: Piece): Pick<Piece, 'x' | 'right'> {
  return {
    x: /^[“‘（《「『【]/.test(text) ? x + size / 2 : x,
    right: /[，。、；：！？”’）》」』】]$/.test(text) ? right - size / 2 : right,
  };
}

/** Whether the gaps of a row are alike, so that they stretch it to the edge. */
function isStretched(gaps: readonly number[]): boolean {
  const seen = gaps.filter((gap) => gap > 0.5).toSorted((a, b) => a - b);
  return seen.length > 1 && (seen.at(-1) ?? 0) < (seen[0] ?? 0) * 1.15;
}

/** Narrower gaps part the letters of a word. */
const LEAST_SPACE = 0.2;

/** Whether all gaps of a row are alike and narrow: words that a justified line holds apart. */
function isJustified(row: readonly Piece[]): boolean {
  const gaps = gapsOf(row)
    .filter((gap) => gap > LEAST_SPACE)
    .toSorted((a, b) => a - b);
  const [least = 0, most = 0] = [gaps[0], gaps.at(-1)];
  const areWords = !row.some(({ text }) => /\p{sc=Han}/u.test(text));
  return areWords && gaps.length > 2 && most < least * 1.15 && most < CELL_GAP.usual;
}

/** Gaps in sizes of letters: the least between columns, and one that parts cells, also of a stretched line. */
export const LEAST_GUTTER = 0.7;
const CELL_GAP = { usual: 1.6, stretched: 3 } as const;
/** The number of an item stands at most so far before it, in sizes. */
const LABEL_GAP = 4;

/** So many rows near show that columns begin at an edge; a narrow gap may be one between words. */
const EDGE_ROWS = { narrow: 2, wide: 1 } as const;
const WIDE_GUTTER = 1;

/** Parts a row where columns begin, and then where its gaps are those of cells. */
function segmentsOf(
  row: readonly Piece[],
  rowsWith: (edge: Piece) => number = () => 0,
): readonly (readonly Piece[])[] {
  if (isJustified(row)) return [row];
  const isEdge = (piece: Piece, at: number) => {
    const before = row[at - 1];
    const size = Math.min(piece.size, before?.size ?? piece.size);
    const gap = before ? (inkOf(piece).x - inkOf(before).right) / size : 0;
    const least = gap > WIDE_GUTTER ? EDGE_ROWS.wide : EDGE_ROWS.narrow;
    return gap > LEAST_GUTTER && rowsWith(piece) >= least;
  };
  return partedWhere(row, isEdge).flatMap((part) => {
    const gaps = gapsOf(part);
    const least = isStretched(gaps) ? CELL_GAP.stretched : CELL_GAP.usual;
    return partedWhere(part, (_, at) => (gaps[at] ?? 0) > least);
  });
}

/** Begins a part at each piece that the rule says, unless the part is the label of an item as yet. */
function partedWhere(
  row: readonly Piece[],
  begins: (piece: Piece, at: number) => boolean,
): readonly (readonly Piece[])[] {
  const parts: Piece[][] = [];
  for (const [at, piece] of row.entries()) {
    const last = parts.at(-1);
    const [label] = last?.length === 1 ? last : [];
    const leads = parts.length === 1 ? isLabel : isBulletAlone;
    const isAfterLabel =
      label && leads(label.text) && piece.x - label.right < piece.size * LABEL_GAP;
    if (last && (isAfterLabel || !begins(piece, at))) last.push(piece);
    else parts.push([piece]);
  }
  return parts;
}

export function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[(values.length - 1) >> 1] ?? 0;
}

/** Around the mark of a note within the text of a line, until the notes are known. */
export const noteMark = { start: '\ue010', end: '\ue011' } as const;

/** Within a line, until the fonts say whether a hyphen stood here that the library leaves out. */
export const softHyphen = '\u00ad';
/** The widest hyphen, in sizes of letters. */
const MAX_HYPHEN = 0.6;

/** Pieces from left to right as one line, with spaces where gaps are. */
export function lineOf(pieces: readonly Piece[]): Line {
  const main = pieces.reduce((one, other) => (weight(other) > weight(one) ? other : one));
  const longest = pieces.reduce((one, other) =>
    other.text.length > one.text.length ? other : one,
  );
  let text = '';
  let right = Number.NEGATIVE_INFINITY;
  for (const [at, piece] of pieces.entries()) {
    const gap = (piece.x - right) / main.size;
    const isCut = pieces[at - 1]?.isCut && gap < MAX_HYPHEN && /^\p{L}/u.test(piece.text);
    text += text === '' ? '' : isCut ? softHyphen : spaceBetween(text, piece.text, gap);
    text += isMark(piece, main)
      ? `${noteMark.start}${piece.text.trim()}${noteMark.end}`
      : piece.text;
    right = Math.max(right, piece.right);
  }
  const { x } = pieces[0] ?? main;
  return {
    text: withoutWideSpaces(text.trim()),
    x,
    y: main.y,
    right,
    size: main.size,
    page: main.page,
    font: longest.font,
    tag: longest.tag,
    field: pieces.every(({ field }) => field === main.field) ? main.field : undefined,
    pieces,
  };
}

/** Whether a piece is raised and small, as the marks of notes are, and exponents. */
function isMark(piece: Piece, main: Piece): boolean {
  const height = (piece.y - main.y) / main.size;
  const isRaised = height > 0.3 || (height > 0.15 && piece.size < main.size * 0.85);
  return isRaised && /^\s*[[(（]?(?:\d{1,3}|[ivx]{1,5}|[a-z*†‡§#])[\])）]?\s*$/u.test(piece.text);
}

/** A reading stands just above characters, in letters of about half their size. */
const READING_SIZE = 0.65;
const READING_HEIGHT = { least: 0.5, most: 1.35 } as const;

/** The lines without readings above characters, such as pinyin and furigana. */
function withoutReadings(lines: readonly Line[], leftOut: LeftOutLog): readonly Line[] {
  return lines.filter((line, at) => {
    const isReading = lines.slice(at + 1, at + 12).some((below) => reads(line, below));
    if (isReading) leftOut.add('readings', line);
    return !isReading;
  });
}

function reads(line: Line, below: Line): boolean {
  const height = (line.y - below.y) / below.size;
  const isNear = height > READING_HEIGHT.least && height < READING_HEIGHT.most;
  const isWithin = line.x > below.x - below.size && line.right < below.right + below.size;
  const isSmall = line.size <= below.size * READING_SIZE;
  const isOfHan = /\p{sc=Han}/u.test(below.text) && !/\p{sc=Han}/u.test(line.text);
  return isNear && isWithin && isSmall && isOfHan;
}
