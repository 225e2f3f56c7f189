import { endsSentence } from '../text/plain-lines.ts';
import { leftOf, type Region, type TableRow } from './pdf-columns.ts';
import type { Line } from './pdf-lines.ts';
import type { Sides } from './pdf-pieces.ts';
import { beginsItem, beginsWithBullet } from './pdf-signs.ts';

/** Where the lines of a column begin and end, in points. */
export interface Column {
  readonly left: number;
  readonly right: number;
  /** Whether lines show the right edge; else it is where the page has it. */
  readonly isShown: boolean;
  /** Where the longest line ends. */
  readonly longest: number;
}

/** Lines of a column, all of them or those that belong together. */
export interface Paragraph {
  readonly lines: readonly Line[];
  readonly column: Column;
}

export type Flow = Paragraph | TableRow;

/** The measures and looks of most lines of a document. */
export interface Usual {
  /** In points. */
  readonly size: number;
  /** From a line to the next of its paragraph, in sizes. */
  readonly leading: number;
  readonly isBold: (line: Line) => boolean;
  /** Whether a word goes on in the next line. */
  readonly isParted: (line: Line, next: Line) => boolean;
  /** Whether the first lines of paragraphs are indented. */
  readonly areIndented: boolean;
  /** Whether the structure tree tells paragraphs. */
  readonly isTagged: boolean;
}

/** Regions of one page with its sides. */
interface PageRegions extends Sides {
  readonly regions: readonly Region[];
}

/** Columns whose left edges differ by less have their right edge in common, in sizes of letters. */
const SAME_EDGE = 2;
/** So many lines tell the edge of a column. */
const MAX_LINES = 500;
/** A line that is longer than this share of the longest may show the right edge. */
const LONG = 0.6;
/** The quantile of the long lines that shows the edge, and how many lines must come near it. */
const EDGE = { quantile: 0.8, near: 0.12, lines: 2 } as const;

/** Finds the edges of columns from all lines that begin alike. */
export function flowsOf(pages: readonly PageRegions[], size: number): readonly Flow[] {
  const keyOf = (lines: readonly Line[], isWhole: boolean) =>
    `${Math.round(leftOf(lines) / (size * SAME_EDGE))} ${isWhole}`;
  const alike = new Map<string, Line[]>();
  for (const region of pages.flatMap(({ regions }) => regions)) {
    if ('cells' in region) continue;
    const key = keyOf(region.lines, region.isWhole);
    const lines = alike.get(key) ?? [];
    lines.push(...region.lines.slice(0, MAX_LINES));
    alike.set(key, lines.slice(0, MAX_LINES));
  }
  return pages.flatMap((page) =>
    page.regions.map((region): Flow => {
      if ('cells' in region) return region;
      const left = leftOf(region.lines);
      const lines = alike.get(keyOf(region.lines, region.isWhole)) ?? [];
      const pageRight = region.isWhole ? page.right - Math.max(0, left - page.left) : undefined;
      return { lines: region.lines, column: { left, ...rightEdge(lines, left, pageRight) } };
    }),
  );
}

function rightEdge(lines: readonly Line[], left: number, pageRight = Number.POSITIVE_INFINITY) {
  const most = lines.reduce((found, line) => Math.max(found, line.right), left);
  const long = lines
    .map(({ right }) => right)
    .filter((right) => right - left > (most - left) * LONG);
  const right = long.toSorted((a, b) => a - b)[Math.floor(long.length * EDGE.quantile)] ?? most;
  const near = long.filter((one) => one > right - (right - left) * EDGE.near).length;
  if (near >= EDGE.lines || pageRight < right) return { right, longest: most, isShown: true };
  return { right: Math.min(pageRight, left + 2_000), longest: most, isShown: false };
}

/** Gaps between lines that are no distance of lines of a paragraph, in sizes of letters. */
const LEADING = { least: 0.9, most: 2.5, usual: 1.25, step: 0.05 } as const;
/** A gap is common when so many lines have it, of those that have the commonest. */
const COMMON = 0.3;

/** The lines of columns, each with the one before it. */
function pairsOf(flows: readonly Flow[]) {
  return flows.flatMap((flow) => {
    if ('cells' in flow) return [];
    const { lines, column } = flow;
    return lines.flatMap((line, at) => {
      const next = lines[at + 1];
      return next ? [{ line, next, column }] : [];
    });
  });
}

/** The smallest common distance of a line from the full line before it. */
export function leadingOf(flows: readonly Flow[], size: number): number {
  const pairs = pairsOf(flows).filter(({ line, next }) => {
    const gap = (line.y - next.y) / next.size;
    const isBody = isAlike(line, next) && Math.abs(next.size - size) < 0.6;
    return isBody && gap > LEADING.least && gap < LEADING.most;
  });
  const full = pairs.filter(
    ({ line, next, column }) => column.isShown && !hasRoom(line, next, column),
  );
  const counted = full.length > 0 ? full : pairs;
  return smallestCommon(counted.map(({ line, next }) => (line.y - next.y) / next.size));
}

function smallestCommon(gaps: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const gap of gaps) {
    const step = Math.round(gap / LEADING.step);
    counts.set(step, (counts.get(step) ?? 0) + 1);
  }
  const most = Math.max(...counts.values());
  const common = [...counts].filter(([, count]) => count >= most * COMMON).map(([step]) => step);
  return common.length === 0 ? LEADING.usual : Math.min(...common) * LEADING.step;
}

/** Whether two lines have letters of about one size. */
export function isAlike(line: Line, next: Line): boolean {
  return Math.abs(line.size / next.size - 1) < 0.12;
}

/** The first word of a line, or its first character with the marks that hold to it and what they hold. */
const opening = '["“‘「『《〈（(【]';
const han = '[\\u2e80-\\u2fdf\\u3005\\u3040-\\u9fff\\uf900-\\ufaff\\uac00-\\ud7a3]';
const closed = `${han}[，。：；！？、”’」』》〉）】…—]*`;
const firstWord = new RegExp(`^(?:${opening}*${closed}(?:${opening}+${closed})*|\\S+)`, 'u');

/** Whether the first word of the next line would have had room at the end of a line. */
export function hasRoom(line: Line, next: Line, { right }: Column): boolean {
  const word = firstWord.exec(next.text)?.[0] ?? '';
  const isWide = /[\u2e80-\uffef]/.test(word);
  const width = isWide
    ? (word.length + 0.4) * next.size
    : (word.length / Math.max(1, next.text.length)) * (next.right - next.x) * 1.1 + 0.3 * next.size;
  return line.right + width < right - 0.1 * line.size;
}

/**
 * The column of lines that are inset, which may be inset on the right as well, as quotations are.
 * @param above the line before their paragraph: where it is inset alike, they are items
 */
function narrowed(column: Column, last: Line, next: Line, above: Line | undefined): Column {
  const inset = last.x - column.left;
  const isQuoted = inset > INDENT * next.size && Math.abs(last.x - next.x) < 1;
  const isItem = above && Math.abs(above.x - last.x) < 1;
  return isQuoted && !isItem ? { ...column, right: column.right - inset } : column;
}

/** A larger gap than this many times the usual one parts paragraphs. */
const PARAGRAPH_GAP = 1.22;
/** After a full line whose sentence goes on, only such a gap does, in sizes. */
const MAX_GAP = 2.6;
/** An indent that begins a paragraph, in sizes of its letters. */
const INDENT = 0.9;
/** A first line that is further in is no indent: it is set to the right. */
const MAX_INDENT = 6;

/** Parts the lines of a column where a paragraph, an item or a heading begins. */
export function paragraphsOf({ lines, column }: Paragraph, usual: Usual): readonly Paragraph[] {
  const paragraphs: Line[][] = [];
  for (const line of lines) {
    const block = paragraphs.at(-1);
    const above = paragraphs.at(-2)?.at(-1);
    if (block && !beginsParagraph(line, block, column, usual, above)) block.push(line);
    else paragraphs.push([line]);
  }
  return paragraphs.map((block) => ({ lines: block, column }));
}

/** Whether a line begins something, after the lines of a paragraph above it. */
function beginsParagraph(
  next: Line,
  block: readonly Line[],
  column: Column,
  usual: Usual,
  above: Line | undefined,
): boolean {
  const [first, last] = [block[0], block.at(-1)];
  if (!first || !last) return true;
  const isSmall = /^\p{Ll}/u.test(next.text);
  // A person begins a line of a field, no program: only a small letter goes on.
  if (last.field || next.field) return last.field !== next.field || !isSmall;
  if (last.pieces.at(-1)?.field && isSmall) return false;
  if (usual.isTagged && last.tag && next.tag) return last.tag !== next.tag;
  if (!isAlike(last, next)) return true;
  if (usual.isParted(last, next)) return false;
  const isOpen = !endsSentence(last.text);
  const isShort = hasRoom(last, next, isOpen ? narrowed(column, last, next, above) : column);
  const gap = (last.y - next.y) / next.size;
  const isFar = gap > usual.leading * PARAGRAPH_GAP;
  if (usual.isBold(next) !== usual.isBold(last)) return true;
  if (isCentred(last, next, column)) return isFar && gap > 2;
  // A sentence may go on with a number or a dash.
  const isItem = beginsWithBullet(next.text) && !/^[-–—*]/.test(next.text);
  if (isItem || (beginsItem(next.text) && (isShort || !isOpen || isFar))) return true;
  if (isFar) return isShort || !isOpen || gap > MAX_GAP || beginsItem(first.text);
  const isFirst = usual.areIndented && isInset(next, column) && isInset(first, column);
  if (isFirst && !(isOpen && block.length > 1)) return true;
  // An item, and a column of few lines, do not show how long their lines can be.
  const isLong = last.right - column.left > (column.longest - column.left) * 0.75;
  const isFree = beginsWithBullet(first.text) || (!column.isShown && isLong);
  if (isFree && isOpen && isSmall) return false;
  return isShort || isIndented(next, block, isShort || !isOpen);
}

/** Whether a line begins further right than its column does. */
export function isInset({ x, size }: Line, { left }: Column): boolean {
  return x - left > size * INDENT;
}

/** Whether lines that are inset are mostly followed by one that is not, as first lines are. */
export function areFirstIndented(flows: readonly Flow[]): boolean {
  const inset = pairsOf(flows).filter(({ line, column }) => isInset(line, column));
  const firsts = inset.filter(({ next, column }) => next.x - column.left < 1);
  return inset.length > 2 && firsts.length > inset.length / 2;
}

/**
 * Whether a line is indented as the first of a paragraph is, or ends an indent. The second line of a
 * paragraph says how its lines are indented, not the first.
 * @param isApart whether the line above ends its sentence, or is short
 */
function isIndented(next: Line, [first, second]: readonly Line[], isApart: boolean): boolean {
  const indent = (next.x - (second ?? first ?? next).x) / next.size;
  if (Math.abs(indent) <= INDENT) return false;
  const isBesideInitial = first?.pieces[0]?.isInitial;
  if (second) return isApart || (indent < 0 && !isBesideInitial && !/^\p{Ll}/u.test(next.text));
  if (indent < 0) return indent < -MAX_INDENT || (isApart && beginsWithBullet(first?.text ?? ''));
  return isApart && !beginsItem(first?.text ?? '');
}

/** Whether two lines have their middle in common, and not their edges. */
function isCentred(last: Line, next: Line, column: Column): boolean {
  const isMiddle = Math.abs(last.x + last.right - next.x - next.right) < next.size * 0.8;
  const inset = Math.min(last.x, next.x) - column.left;
  return isMiddle && Math.abs(last.x - next.x) > next.size * 0.5 && inset > next.size;
}

/** Pairs of lines in which a tree may contradict their places, of all. */
const MAX_LIES = 0.05;

/** Whether the tags of lines cover them, and fit their places: some writers tag each line, or all as one. */
export function areTagsTrue(flows: readonly Flow[], leading: number): boolean {
  const lines = flows.flatMap((flow) => ('lines' in flow ? flow.lines : flow.cells.flat()));
  const tagged = lines.filter(({ tag }) => tag).length;
  if (tagged === 0 || tagged < lines.length * 0.9) return false;
  const lies = lines.filter((next, at) => {
    const last = lines[at - 1];
    const gap = last ? (last.y - next.y) / next.size : 0;
    if (!last || gap < 0.5 || gap > 10) return false;
    if (last.tag === next.tag) return gap > leading * 1.7 || !isAlike(last, next);
    const goesOn = !endsSentence(last.text) && /^[\p{Ll}，。]/u.test(next.text);
    const arePlain = last.tag?.kind === next.tag?.kind && last.tag?.kind !== 'item';
    return goesOn && arePlain && gap < leading * 1.1 && Math.abs(last.x - next.x) < 1;
  });
  return lies.length <= Math.max(1, tagged * MAX_LIES);
}
