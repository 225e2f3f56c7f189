import { blockCollector, type DocumentBlock, endsSentence } from './document-text.ts';

/** A line of a page; places and sizes in points, from the lower left corner. */
export interface Line {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  /** Where it ends on the right. */
  readonly right: number;
  readonly size: number;
  readonly font: string;
}

/** The size, font and gaps of most lines of a document. */
interface Usual {
  readonly size: number;
  readonly font: string;
  /** From a line to the next, in its size. */
  readonly leading: number;
  readonly right: number;
}

/** Larger letters by this much are those of a heading. */
const HEADING_SIZE = 1.15;
/** A longer block is no heading, in UTF-16 units. */
const MAX_HEADING = 150;
/** A larger gap than this many times the usual one parts paragraphs. */
const PARAGRAPH_GAP = 1.3;
/** An indent that begins a paragraph, in sizes of its letters. */
const INDENT = 0.9;
/** A line that ends this much before the others is the last of its paragraph, of their right edge. */
const SHORT_LINE = 0.85;

/** How a line begins that is an item of a list: a bullet, a number or a letter. */
const itemStart =
  /^\s*(?:[•·●○▪■◦‣–—*-]\s+|[(（]?(?:\d{1,2}|[a-z]|[一二三四五六七八九十]{1,3})[.)）、．]\s*(?!\d))/u;
const bullet = /^\s*[•·●○▪■◦‣–—*-]\s+/u;

/**
 * The headings, paragraphs and items of pages. A PDF has only lines with places, so all are guessed
 * by size, font, indent and gap. Lines at the edge of most pages, such as their number, are left
 * out.
 */
export function pdfBlocks(pages: readonly (readonly Line[])[]): readonly DocumentBlock[] {
  const usual = usualOf(pages.flat());
  const lines = withoutEdges(pages, usual).flat();
  const collected = blockCollector();
  let block: Line[] = [];
  const endBlock = () => {
    const [first] = block;
    if (!first) return;
    const text = joined(block).replace(compatible, plainOf);
    const isHeading = isHeadingOf(block, text, usual);
    const isItem = !isHeading && itemStart.test(first.text);
    collected.add(isItem ? text.replace(bullet, '') : text, { isHeading, isItem });
    block = [];
  };
  for (const line of lines) {
    if (beginsBlock(line, block, usual)) endBlock();
    block.push(line);
  }
  endBlock();
  return collected.blocks;
}

/** How many lines at either edge of a page may repeat on others. */
const EDGE_LINES = 2;

/** Dots between a title and its page, as a table of contents has them. */
const leader = /(?:\. ?){5,}\s*\w*$|…{2,}\s*\w*$/;
/** How much of the end of a line is searched for them, in UTF-16 units. */
const LEADER_LENGTH = 40;

/** The pages without their running titles and numbers, which are in small letters. */
function withoutEdges(
  pages: readonly (readonly Line[])[],
  { size }: Usual,
): readonly (readonly Line[])[] {
  const counts = new Map<string, number>();
  const keyOf = ({ text, y }: Line) => `${Math.round(y)} ${text.replace(/\d+/g, '#').trim()}`;
  const edges = pages.map((page) => {
    const byHeight = page.toSorted((a, b) => b.y - a.y);
    const count = Math.min(EDGE_LINES, Math.floor((page.length - 1) / 2));
    const outer = [...byHeight.slice(0, count), ...byHeight.slice(page.length - count)];
    return new Set(outer.filter((line) => line.size < size * HEADING_SIZE));
  });
  for (const line of edges.flatMap((edge) => [...edge])) {
    counts.set(keyOf(line), (counts.get(keyOf(line)) ?? 0) + 1);
  }
  const least = Math.max(2, pages.length / 3);
  return pages.map((page, index) =>
    page.filter(
      (line) =>
        !leader.test(line.text.slice(-LEADER_LENGTH)) &&
        (!edges[index]?.has(line) || (counts.get(keyOf(line)) ?? 0) < least),
    ),
  );
}

/** Counts letters for the size and the font, and lines for gaps and right edges. */
function usualOf(lines: readonly Line[]): Usual {
  const size = mostOf(lines.map((line) => [round(line.size), line.text.length])) ?? 0;
  const font = mostOf(lines.map((line) => [line.font, line.text.length])) ?? '';
  const gaps = lines.flatMap((line, index) => {
    const gap = ((lines[index - 1]?.y ?? 0) - line.y) / line.size;
    return round(line.size) === size && gap > 0.5 && gap < 4
      ? [[Math.round(gap * 8) / 8, 1] as const]
      : [];
  });
  const right =
    mostOf(lines.map((line) => [Math.round(line.right / 20) * 20, line.text.length])) ?? 0;
  return { size, font, leading: mostOf(gaps) ?? 1.2, right };
}

function round(value: number): number {
  return Math.round(value * 2) / 2;
}

function mostOf<Value>(weighed: readonly (readonly [Value, number])[]): Value | undefined {
  const sums = new Map<Value, number>();
  for (const [value, weight] of weighed) sums.set(value, (sums.get(value) ?? 0) + weight);
  return [...sums].toSorted(([, a], [, b]) => b - a)[0]?.[0];
}

function beginsBlock(line: Line, block: readonly Line[], usual: Usual): boolean {
  const [first, last] = [block[0], block.at(-1)];
  if (!first || !last) return false;
  if (Math.abs(line.size / last.size - 1) > HEADING_SIZE - 1) return true;
  if (itemStart.test(line.text)) return true;
  const gap = (last.y - line.y) / line.size;
  // The next column or page: a sentence may go on there.
  if (gap < 0.5 || gap > 10) return endsSentence(last.text) || isHeadingLine(last, usual);
  if (gap > usual.leading * PARAGRAPH_GAP) return true;
  if (line.font !== last.font && isHeadingLine(last, usual) && block.length === 1) return true;
  if (endsSentence(last.text) && last.right < usual.right * SHORT_LINE) return true;
  const indent = (line.x - last.x) / line.size;
  const isItem = itemStart.test(first.text);
  if (isItem) return indent < -INDENT;
  return indent > INDENT || (indent < -INDENT && block.length > 1);
}

/** Whether a line differs from those of paragraphs, as headings do. */
function isHeadingLine({ size, font, text, right }: Line, usual: Usual): boolean {
  if (size >= usual.size * HEADING_SIZE) return true;
  // A full line in other letters is the first of a paragraph that begins so.
  if (right >= usual.right * SHORT_LINE) return false;
  return font !== usual.font && !endsSentence(text) && !/[,;:，；：、]$/.test(text);
}

function isHeadingOf(block: readonly Line[], text: string, usual: Usual): boolean {
  if (text.length > MAX_HEADING || bullet.test(text)) return false;
  const areLarge = block.every(({ size }) => size >= usual.size * HEADING_SIZE);
  const [line] = block;
  return areLarge || (block.length === 1 && line !== undefined && isHeadingLine(line, usual));
}

/** Signs that fonts show for characters: radicals of Chinese, and ligatures. */
const compatible = /[\u2e80-\u2fdf\ufb00-\ufb06]/g;

/** The characters of radicals that Unicode gives no other form (CJK Radicals Supplement), after each. */
const radicals =
  '⺠民⻁虎⻄西⻅见⻆角⻉贝⻋车⻓长⻔门⻘青⻚页⻛风⻜飞⻝食⻢马⻣骨⻤鬼⻥鱼⻦鸟⻨麦⻩黄⻬齐⻮齿⻰龙';

function plainOf(sign: string): string {
  const at = radicals.indexOf(sign);
  return at < 0 ? sign.normalize('NFKC') : radicals.charAt(at + 1);
}

/** A letter and a hyphen, which may be a soft one. */
const parted = /\p{L}[\u00ad-]$/u;

/** The lines of a block as one text; a word that was parted at the end of a line is whole again. */
function joined(block: readonly Line[]): string {
  const pieces = block.map(({ text }, index) => {
    const next = block[index + 1]?.text ?? '';
    const isParted = parted.test(text.slice(-2)) && /^\p{Ll}/u.test(next);
    return isParted ? text.slice(0, -1) : `${text}\n`;
  });
  return pieces.join('');
}
