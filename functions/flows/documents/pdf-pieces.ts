import type { PDFPageProxy } from 'unpdf/pdfjs';
import type { LeftOutKind } from '../../../src/contract/left-out.ts';
import { type LeftOutLog, leftOutLog } from '../left-out.ts';
import { plainText } from './pdf-signs.ts';
import type { Tag } from './pdf-tree.ts';

/** Text that a page shows at one place; in points, as if its lines ran to the right and down. */
export interface Piece {
  readonly text: string;
  readonly x: number;
  /** The place of the line that letters stand on; larger is higher. */
  readonly y: number;
  readonly right: number;
  readonly size: number;
  readonly font: string;
  /** The number of the page, from 1 on, where it is known. */
  readonly page?: number | undefined;
  /** The tag of the structure tree, if the text has one. */
  readonly tag: Tag | undefined;
  /** The form's field that the text was filled into. */
  readonly field?: string | undefined;
  /** Whether a sign of its own stands behind the text that the library leaves out, such as a hyphen. */
  readonly isCut?: boolean;
  /** Whether it is a large first character, beside several lines. */
  readonly isInitial?: boolean;
}

/** Where a page ends on its left and right, in points along its lines. */
export interface Sides {
  readonly left: number;
  readonly right: number;
}

/** The pieces of a page that run in one direction. */
interface Frame extends Sides {
  readonly pieces: readonly Piece[];
}

type Content = Awaited<ReturnType<PDFPageProxy['getTextContent']>>;
type Item = Content['items'][number];
type TextItem = Extract<Item, { str: string }>;

/** Tags whose text is not read. */
const unreadKinds: Readonly<Partial<Record<Tag['kind'], LeftOutKind>>> = {
  contents: 'contents',
  reading: 'readings',
};

/** Text that is further from a right angle, such as a watermark, is left out; in degrees. */
const MAX_SLANT = 3;

/**
 * The pieces of a page by the direction of their lines, most letters first. Artifacts, which a tagged
 * file sets apart from its text, are left out.
 * @param view the corners of the page in points
 */
export function framesOf(
  { items, styles }: Content,
  { view, pageNumber: page }: { readonly view: readonly number[]; readonly pageNumber: number },
  tags: ReadonlyMap<string, Tag>,
  leftOut: LeftOutLog = leftOutLog(),
): readonly Frame[] {
  const turned = new Map<number, Piece[]>();
  const open: ReturnType<typeof markedContent>[] = [];
  let latest: Piece[] = [];
  for (const item of items) {
    if (!('str' in item)) {
      if (item.type !== 'endMarkedContent') open.push(markedContent(item));
      else if (open.pop()?.isEmptySpan) cutAfter(latest);
      continue;
    }
    if (item.str !== '') for (const one of open) one.isEmptySpan = false;
    const tag = tags.get(open.findLast(({ id }) => id !== undefined)?.id ?? '');
    if (item.str.trim() === '') continue;
    const isArtifact = open.some((one) => one.isArtifact);
    const turns = turnsOf(item, styles[item.fontName]?.vertical === true);
    const unread = isArtifact ? 'heads' : unreadKinds[tag?.kind ?? 'paragraph'];
    if (unread || turns === undefined) {
      leftOut.add(unread ?? 'slanted_text', { text: item.str, page });
      continue;
    }
    const pieces = turned.get(turns) ?? [];
    pieces.push(pieceOf(item, turns, { tag, page }));
    turned.set(turns, pieces);
    latest = pieces;
  }
  const upright = turned.get(0) ?? [];
  if (isStacked(upright)) {
    turned.delete(0);
    turned.set(3, [...(turned.get(3) ?? []), ...upright.map(stacked)]);
  }
  return [...turned]
    .map(([turns, all]) => {
      const pieces = withoutLineNumbers(shownOnce(all), leftOut);
      return { pieces: withBullets(pieces), ...sidesOf(view, turns) };
    })
    .toSorted((one, other) => lettersOf(other.pieces) - lettersOf(one.pieces));
}

/** The share of single characters that stand on the next one where lines run down. */
const STACKED = 0.7;

/** Whether characters stand below each other, as Chromium prints vertical lines in a font for others. */
function isStacked(pieces: readonly Piece[]): boolean {
  const standing = pieces.filter(({ text, x, y, size }, at) => {
    const next = pieces[at + 1];
    const step = next && Math.abs(next.x - x) < size / 4 ? (y - next.y) / size : 0;
    return /^\p{L}$/u.test(text.trim()) && step > 0.5 && step < 1.7;
  });
  return standing.length > pieces.length * STACKED;
}

/** A character of a line that runs down, turned until the line runs to the right. */
function stacked(piece: Piece): Piece {
  const start = -piece.y - piece.size;
  return { ...piece, x: start, right: start + piece.size, y: piece.x };
}

/** How near texts are that make one bold or shadowed text, in sizes of their letters; two l are nearer. */
const SAME_PLACE = { letter: 0.15, text: 0.3 } as const;

/** Pieces without those that are drawn again a little beside, as bold letters or a shadow. */
export function shownOnce(pieces: readonly Piece[]): readonly Piece[] {
  // By their texts and places, since a page may have each letter by itself.
  const shown = new Map<string, Piece[]>();
  return pieces.filter((piece) => {
    const { text, x, y, size } = piece;
    const near = size * (text.length > 1 ? SAME_PLACE.text : SAME_PLACE.letter);
    const [column, row] = [Math.round(x / near), Math.round(y / near)];
    const isAgain = around.some(([right, down]) =>
      shown
        .get(`${column + right} ${row + down} ${text}`)
        ?.some((one) => Math.hypot(one.x - x, one.y - y) < near),
    );
    if (isAgain) return false;
    const place = `${column} ${row} ${text}`;
    const here = shown.get(place) ?? [];
    if (here.push(piece) === 1) shown.set(place, here);
    return true;
  });
}

/** A place and those beside it. */
const around = [-1, 0, 1].flatMap((right) => [-1, 0, 1].map((down) => [right, down] as const));

/** Fewer numbers may be those of a list. */
const MIN_LINE_NUMBERS = 10;
/** The share of the widest line's end that most lines of a text reach, and few items of a list. */
const FULL_LINE = 0.8;

/** How many lines a page has for each number: the entries of a list have several. */
const LINES_FOR_NUMBER = 1.5;

/** Pieces without the numbers that count the lines of a page, left of its text. Longer ones are years. */
export function withoutLineNumbers(
  pieces: readonly Piece[],
  leftOut: LeftOutLog = leftOutLog(),
): readonly Piece[] {
  const isNumber = ({ text }: Piece) => /^\d{1,3}$/.test(text.trim());
  const body = pieces.filter((piece) => !isNumber(piece));
  const left = body.reduce((least, { x }) => Math.min(least, x), Number.POSITIVE_INFINITY);
  const right = body.reduce((most, piece) => Math.max(most, piece.right), 0);
  const before = pieces.filter((piece) => isNumber(piece) && piece.right <= left);
  const counts = before.toSorted((a, b) => b.y - a.y).map(({ text }) => Number(text));
  const isCount = counts.every((one, at) => at === 0 || one === (counts[at - 1] ?? 0) + 1);
  const full = body.filter((piece) => piece.right > left + (right - left) * FULL_LINE);
  const rows = new Set(body.map(({ y }) => Math.round(y)));
  const areAll = rows.size < counts.length * LINES_FOR_NUMBER;
  const isText = areAll && full.length * 2 >= counts.length;
  if (counts.length < MIN_LINE_NUMBERS || !isCount || !isText) return pieces;
  const numbers = new Set(before);
  for (const { text, page } of before) leftOut.add('heads', { text, page });
  return pieces.filter((piece) => !numbers.has(piece));
}

/** How near a piece stands to what it belongs to, in sizes of its letters. */
const NEAR = 3;

/** What the usual bullets of ZapfDingbats and Wingdings are as letters; lists are numbered from a on. */
const signLetter = /^[l-z348§¨üØà]$/u;

/**
 * Pieces with bullets for the letters that stand for them: Word writes "o" in a font of its own, and the
 * library gives "l" for the dot of a font of signs. Such a font has single letters alone, one of them
 * twice, and each begins a line.
 */
export function withBullets(pieces: readonly Piece[]): readonly Piece[] {
  const fonts = Map.groupBy(pieces, ({ font }) => font);
  const begins = ({ x, y, right, size, font }: Piece) => {
    const near = pieces.filter((one) => Math.abs(one.y - y) < size / 2 && one.font !== font);
    return (
      near.some((one) => one.x >= right && one.x - right < size * NEAR) &&
      !near.some((one) => one.x < x && x - one.right < size)
    );
  };
  const signs = [...fonts.values()].filter((some) => {
    const letters = new Set(some.map(({ text }) => text.trim()));
    const areSingle = [...letters].every((one) => signLetter.test(one));
    return areSingle && letters.size < some.length && some.every(begins);
  });
  if (signs.length === 0) return pieces;
  const bullets = new Set(signs.flat());
  return pieces.map((piece) => (bullets.has(piece) ? { ...piece, text: '•' } : piece));
}

export function lettersOf(pieces: readonly { readonly text: string }[]): number {
  return pieces.reduce((sum, { text }) => sum + text.length, 0);
}

function markedContent(item: object) {
  const id = 'id' in item && typeof item.id === 'string' ? item.id : undefined;
  const tag = 'tag' in item ? item.tag : undefined;
  return { id, isArtifact: tag === 'Artifact', isEmptySpan: tag === 'Span' };
}

function cutAfter(pieces: Piece[]): void {
  const last = pieces.pop();
  if (last) pieces.push({ ...last, isCut: true });
}

/** By how many quarters lines are turned to the left; undefined when they slant. */
function turnsOf({ transform }: TextItem, isVertical: boolean): number | undefined {
  const [a = 0, b = 0] = transform;
  const degrees = (Math.atan2(b, a) * 180) / Math.PI;
  const turns = Math.round(degrees / 90);
  if (Math.abs(degrees - turns * 90) > MAX_SLANT) return undefined;
  return (turns + (isVertical ? 3 : 0) + 4) % 4;
}

function pieceOf(item: TextItem, turns: number, { tag, page }: Pick<Piece, 'tag' | 'page'>): Piece {
  const [, , c = 0, d = 0, e = 0, f = 0] = item.transform;
  const [x, y] = turn(e, f, turns);
  const length = turns === 3 ? Math.max(item.width, item.height) : item.width;
  const size = Math.hypot(c, d);
  const text = plainText(item.str);
  return { text, x, y, right: x + length, size, font: item.fontName, tag, page };
}

/** A place on the page, turned to the right until its lines run to the right. */
function turn(x: number, y: number, turns: number): readonly [number, number] {
  if (turns === 1) return [y, -x];
  if (turns === 2) return [-x, -y];
  return turns === 3 ? [-y, x] : [x, y];
}

/** The sides of a page, along lines that are turned to the left by so many quarters. */
export function sidesOf(view: readonly number[], turns = 0): Sides {
  const [left = 0, bottom = 0, right = 0, top = 0] = view;
  const sides = [turn(left, bottom, turns)[0], turn(right, top, turns)[0]];
  return { left: Math.min(...sides), right: Math.max(...sides) };
}
