import { endsSentence } from '../text/plain-lines.ts';
import { raised } from './formulas.ts';
import { joinedRow, type Row, rowsOf } from './pdf-columns.ts';
import { type Line, medianOf, noteMark, type PageLines } from './pdf-lines.ts';
import { pageNumber } from './pdf-signs.ts';

/** Rows at either edge of a page that can be running heads. */
const EDGE_ROWS = 2;
/** Gaps to the text, of those between its lines: beside a number alone, other heads, and those on one page. */
const APART = { number: 1.25, head: 1.4, single: 1.9 } as const;
/** Heads in letters of this size, of the usual one, are small or large. */
const SMALL = 0.95;
const LARGE = 1.15;

const telling = /\d|https?:|www\.|about:|file:/i;

/** A row at an edge of its page, as one line. */
interface Edge extends Line {
  readonly row: Row;
  /** To the next row inwards, of the usual gap between rows of the page. */
  readonly gap: number;
}

/**
 * The running heads of pages, and their numbers.
 * @param size the size of most letters, in points
 */
export function headsOf(pages: readonly PageLines[], size: number): ReadonlySet<Line> {
  const edges = pages.flatMap(edgesOf);
  const all = edges.flat();
  const heads = edges.flatMap((edge) => {
    // A row further inwards is a head only where all rows outside of it are.
    const end = edge.findIndex((row) => !isHead(row, all, pages.length, size));
    return edge.slice(0, end < 0 ? edge.length : end).flatMap(({ row }) => row);
  });
  return new Set(heads);
}

/** The outermost rows of a page, from above and from below. */
function edgesOf({ lines }: PageLines): readonly (readonly Edge[])[] {
  const rows = rowsOf(lines);
  const gaps = rows.slice(1).map(([line], at) => (rows[at]?.[0]?.y ?? 0) - (line?.y ?? 0));
  const usual = medianOf(gaps) || 1;
  const count = Math.max(0, Math.min(EDGE_ROWS, Math.floor((rows.length - 1) / 2)));
  const outermost = (from: readonly Row[], gapsInwards: readonly number[]) =>
    from
      .slice(0, count)
      .map((row, at) => ({ ...joinedRow(row), row, gap: (gapsInwards[at] ?? 0) / usual }));
  return [outermost(rows, gaps), outermost(rows.toReversed(), gaps.toReversed())];
}

function isHead(edge: Edge, all: readonly Edge[], pages: number, usual: number): boolean {
  const { text, y, size, gap } = edge;
  if (size >= usual * LARGE) return false;
  if (pageNumber.test(text) && gap > APART.number) return true;
  const isSmall = size < usual * SMALL;
  if (isSmall && gap > APART.single && telling.test(text) && !endsSentence(text)) return true;
  const level = all.filter(
    (other) => Math.abs(other.y - y) < 2 && Math.abs(other.size - size) < 0.5,
  );
  // A note may differ from another by its number alone; a head is no sentence, unless it is always the same.
  const same = level.filter((other) =>
    endsSentence(text) ? other.text === text : keyOf(other) === keyOf(edge),
  );
  if (level.length < 2) return false;
  if (same.length >= Math.max(2, pages / 3) && (gap > 1 || isSmall)) return true;
  const isTelling = isSmall || same.length > 1 || /^\d+\s|\s\d+$/.test(text);
  return gap > APART.head && isTelling && !endsSentence(text);
}

function keyOf({ text }: Edge): string {
  return text.replace(/\d+/g, '#').trim();
}

/** Letters of notes are smaller than the usual ones by this. */
const NOTE_SIZE = 0.93;
/** Only so many of the lowest lines of the text are compared with a note. */
const COMPARED = 200;
const mark = `(?:${noteMark.start}[^${noteMark.end}]*${noteMark.end}|\\d{1,3}(?!\\d)|[*†‡])`;
const beginsNote = new RegExp(`^${mark}[.)]?\\s*["“‘「『《(（]?[\\p{L}\\d].{8,}`, 'u');
const ownMark = new RegExp(`^${mark}[.)]?\\s*`, 'u');

/** The lines of a page without its notes, and the notes. */
interface Parted extends PageLines {
  readonly notes: readonly Line[];
}

/**
 * Parts the lines of each page into its text and the notes at its foot, which are small and have marks,
 * unless a note of the page before goes on there.
 * @param usual the size of most letters, in points
 */
export function partNotes(pages: readonly PageLines[], usual: number): readonly Parted[] {
  let last: Line | undefined;
  return pages.map((page) => {
    const notes = notesOf(page, usual, last !== undefined && !endsSentence(last.text));
    last = page.lines.findLast((line) => notes.has(line));
    return {
      ...page,
      lines: page.lines.filter((line) => !notes.has(line)),
      notes: page.lines.filter((line) => notes.has(line)),
    };
  });
}

function notesOf({ lines }: PageLines, usual: number, goesOn: boolean): ReadonlySet<Line> {
  const isSmall = ({ size }: Line) => size < usual * NOTE_SIZE;
  const text = lines.filter((line) => !isSmall(line)).slice(-COMPARED);
  const isAbove = (line: Line) =>
    text.some(({ x, y, right }) => y <= line.y && x < line.right && right > line.x);
  const foot = lines.filter((line) => isSmall(line) && !isAbove(line));
  const first = goesOn ? 0 : foot.findIndex((line) => beginsNote.test(line.text));
  const notes = first < 0 || text.length === 0 ? [] : foot.slice(first);
  return new Set([...notes, ...lines.filter(({ tag }) => tag?.kind === 'note')]);
}

/** The mark that a note begins with; empty where it has none. */
export function markOf(text: string): string {
  return (beginsNote.test(text) ? ownMark.exec(text)?.[0] : undefined)?.replace(notSign, '') ?? '';
}

const notSign = /[^\p{L}\p{N}*†‡§#]/gu;

export function withoutOwnMark(text: string): string {
  return text.replace(ownMark, '');
}

/** The end of a sentence with a number right behind it; an abbreviation has its own number there. */
const numberedEnd =
  /(?<=(?:[\p{L})）》”’"'][.!?。！？]|…)[”’"'」』)）]{0,3})(?<!\b(?:No|Nos|Nr|Fig|Figs|Art|Eq|Sec|Tab|Vol|Ch|pp?)\.)\d{1,3}(?=$|\s+[\p{Lu}“‘"(]|[\p{sc=Han}“‘《（])/gu;

/** The text without marks of notes that stand in the line like its letters, as some fonts have them. */
export function withoutLowMarks(text: string, isOfNote: (mark: string) => boolean): string {
  return text.replace(numberedEnd, (mark) => (isOfNote(mark) ? '' : mark));
}

const marks = new RegExp(`${noteMark.start}([^${noteMark.end}]*)${noteMark.end}`, 'gu');

/** The text without marks of notes. A raised sign after a figure or a unit is an exponent. */
export function withoutMarks(text: string, isOfNote: (mark: string) => boolean): string {
  return text.replace(marks, (_, found: string, at: number) => {
    const before = text.slice(0, at);
    const isExponent = /(?:^|[^\p{L}])(?:\p{L}{1,2}|\d+)$/u.test(before);
    const name = found.replace(notSign, '');
    if (!isExponent || (isOfNote(name) && !/\d\s?\p{L}{1,2}$/u.test(before))) return '';
    return raised(found);
  });
}
