import { type LeftOutLog, leftOutLog } from '../left-out.ts';
import { endsSentence } from '../text/plain-lines.ts';
import {
  type BlockCollector,
  blockCollector,
  type DocumentBlock,
  refusedDocument,
} from './document-text.ts';
import { type Region, regionsOf } from './pdf-columns.ts';
import {
  headsOf,
  markOf,
  partNotes,
  withoutLowMarks,
  withoutMarks,
  withoutOwnMark,
} from './pdf-edges.ts';
import type { Fonts } from './pdf-fonts.ts';
import { type Line, type PageLines, softHyphen } from './pdf-lines.ts';
import {
  areFirstIndented,
  areTagsTrue,
  type Flow,
  flowsOf,
  hasRoom,
  isAlike,
  isInset,
  leadingOf,
  type Paragraph,
  paragraphsOf,
  type Usual,
} from './pdf-paragraphs.ts';
import { lettersOf } from './pdf-pieces.ts';
import {
  beginsItem,
  beginsWithBullet,
  doorOf,
  isListItem,
  spaceBetween,
  withoutBullet,
  withoutHanSpaces,
} from './pdf-signs.ts';

/** Larger letters by this much are those of a heading. */
const HEADING_SIZE = 1.15;
/** A longer block is no heading, in UTF-16 units and lines. */
const MAX_HEADING = { length: 150, lines: 3 } as const;

/**
 * The headings, paragraphs and items of pages. A PDF has only text at places, so all are told by
 * size, font, indent and gap, and by whether the next word would have had room in a line.
 */
export function pdfBlocks(
  pages: readonly PageLines[],
  fonts: Omit<Fonts, 'learn'>,
  leftOut: LeftOutLog = leftOutLog(),
): readonly DocumentBlock[] {
  const all = pages.flatMap(({ lines }) => lines);
  const size = usualSize(all);
  const heads = headsOf(pages, size);
  for (const head of heads) leftOut.add('heads', head);
  const texts = pages.map((page) => ({
    ...page,
    lines: page.lines.filter((line) => !heads.has(line)),
  }));
  const parted = partNotes(texts, size);
  const notes = parted.flatMap((page) => page.notes).filter(({ text }) => markOf(text) !== '');
  const noteLines: ReadonlySet<Line | undefined> = new Set(notes);
  const noteMarks = new Set(notes.map(({ text }) => markOf(text)));
  const isOfNote = (mark: string) => noteMarks.has(mark);
  const plain = (line: Line) =>
    noteMarks.size === 0 ? line : { ...line, text: withoutLowMarks(line.text, isOfNote) };
  const known = new Set<number>();
  const flows = flowsOf(
    [
      ...parted.map((page) => ({ ...page, regions: regionsOf(page.lines.map(plain), known) })),
      ...parted.map((page) => ({ ...page, regions: noteRegions(page.notes) })),
    ],
    size,
  );
  if (isOrderUnsure(flows)) throw refusedDocument('unsureOrder');
  const isBoldUsually = isMostlyBold(all, fonts);
  const leading = leadingOf(flows, size);
  const usual: Usual = {
    size,
    leading,
    areIndented: areFirstIndented(flows),
    isTagged: areTagsTrue(flows, leading),
    isParted: (line, next) =>
      /^\p{Ll}/u.test(next.text) &&
      (hyphenEnd.test(line.text.slice(-MAX_END)) || fonts.parted.has(lastWord(line.text))),
    isBold: (line) => !isBoldUsually && isMostlyBold([line], fonts),
  };
  const collected = blockCollector();
  const parts = connected(flows, usual);
  const lines = parts.flatMap((part) => ('lines' in part ? part.lines : part.cells.flat()));
  const words = wordsOf(lines);
  const door = doorOf(lines.map(({ text }) => text).join(''));
  writeBlocks(parts, usual, collected, (paragraph) => {
    const text = joinedLines(paragraph, words, fonts.parted);
    const own = noteLines.has(paragraph[0]) ? withoutOwnMark(text) : text;
    const shown = withoutMarks(own, isOfNote).replaceAll('\u2f3e', door);
    return fonts.hasSpaces() ? shown : withoutHanSpaces(shown);
  });
  collected.tell(leftOut);
  return collected.blocks;
}

/** The share of lines over a gap that looks neither like columns nor like a table, and their least number. */
const MAX_JOINED = { share: 0.15, lines: 6 } as const;

/** Whether text may have been read across columns. */
function isOrderUnsure(flows: readonly Flow[]): boolean {
  const lines = flows.flatMap((flow) => ('lines' in flow ? flow.lines : []));
  const joined = lines.filter(({ isJoined }) => isJoined).length;
  return joined >= MAX_JOINED.lines && joined > lines.length * MAX_JOINED.share;
}

/** Each note for itself. */
function noteRegions(lines: readonly Line[]): readonly Region[] {
  const notes: Line[][] = [];
  for (const line of lines) {
    const last = notes.at(-1);
    if (last && markOf(line.text) === '') last.push(line);
    else notes.push([line]);
  }
  return notes.map((note) => ({ lines: note, isWhole: true }));
}

function isMostlyBold(lines: readonly Line[], { isBold }: Pick<Fonts, 'isBold'>): boolean {
  const pieces = lines.flatMap((line) => line.pieces);
  return lettersOf(pieces.filter(({ font }) => isBold(font))) > lettersOf(pieces) * 0.8;
}

/** The size of most letters, in points. */
function usualSize(lines: readonly Line[]): number {
  const letters = new Map<number, number>();
  for (const { size, text } of lines) {
    const rounded = Math.round(size * 2) / 2;
    letters.set(rounded, (letters.get(rounded) ?? 0) + text.length);
  }
  return [...letters].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? 0;
}

/** The paragraphs of flows; one that a column or a page ends in its sentence goes on in the next. */
function connected(flows: readonly Flow[], usual: Usual): readonly Flow[] {
  const parts: Flow[] = [];
  for (const flow of flows) {
    if ('cells' in flow) {
      parts.push(flow);
      continue;
    }
    const [first, ...rest] = paragraphsOf(flow, usual);
    const last = parts.at(-1);
    if (last && first && 'lines' in last && goesOnIn(first, last)) {
      parts[parts.length - 1] = { ...last, lines: [...last.lines, ...first.lines] };
    } else if (first) parts.push(first);
    for (const paragraph of rest) parts.push(paragraph);
  }
  return parts;
}

function goesOnIn(next: Paragraph, before: Paragraph): boolean {
  const [last, first] = [before.lines.at(-1), next.lines[0]];
  if (!last || !first || endsSentence(last.text) || beginsItem(first.text)) return false;
  if (!isAlike(last, first) || last.field || first.field) return false;
  return !hasRoom(last, first, before.column) || /^\p{Ll}/u.test(first.text);
}

/** Dots between a title and its page, as a table of contents has them. */
const leader = /(?:[.．·…‥]\s?){5,}\s*(\d{1,4}|[ivxlcdm]{1,7})?\s*$/iu;
/** How much of the end of a line is searched for them, in UTF-16 units. */
const LEADER_LENGTH = 60;

function leaderOf({ text }: Line) {
  return leader.exec(text.slice(-LEADER_LENGTH)) ?? undefined;
}

/** Whether a line is one of a table of contents; only in a cell the number of its page may lack. */
function isOfContents(line: Line): boolean {
  return leaderOf(line)?.[1] !== undefined;
}

/** The paragraphs as blocks, without lines of a table of contents. */
function writeBlocks(
  parts: readonly Flow[],
  usual: Usual,
  collected: BlockCollector,
  write: (lines: readonly Line[]) => string,
): void {
  const lists = drawnLists(parts, usual);
  for (const part of parts) {
    if ('cells' in part) {
      for (const cell of part.cells) {
        const [text, page] = [write(cell), cell[0]?.page];
        if (cell.some(leaderOf)) collected.leaveOut('contents', text, page);
        else collected.add(text, { loose: 'cells', page });
      }
      continue;
    }
    for (const { text, page } of part.lines.filter(isOfContents))
      collected.leaveOut('contents', text, page);
    const lines = part.lines.filter((line) => !isOfContents(line));
    const text = write(lines);
    const isHeading = isHeadingOf({ ...part, lines }, text, usual);
    const tag = usual.isTagged ? lines[0]?.tag?.kind : undefined;
    const isItem =
      !isHeading &&
      (tag === 'item' || lists.has(part) || (tag ? beginsWithBullet(text) : isListItem(text)));
    collected.add(isItem ? withoutBullet(text) : text, { isHeading, isItem });
  }
}

function isHeadingOf({ lines, column }: Paragraph, text: string, usual: Usual): boolean {
  const [last] = lines.slice(-1);
  if (!last || text.length > MAX_HEADING.length || lines.length > MAX_HEADING.lines) return false;
  const tag = usual.isTagged ? last.tag?.kind : undefined;
  if (beginsWithBullet(text) || tag === 'item') return false;
  if (tag === 'heading') return true;
  const isSentence = /[.。，,;；：:、]$/.test(text);
  if (lines.every(({ size }) => size >= usual.size * HEADING_SIZE))
    return !(isSentence && lines.length > 1);
  return (
    tag === undefined &&
    lines.every(usual.isBold) &&
    !isSentence &&
    last.right < column.right - last.size
  );
}

/**
 * Items whose bullets are drawn, so that no sign says what they are: paragraphs in a row that begin at
 * the same larger indent, with all of their lines, and have no gaps between them.
 */
function drawnLists(parts: readonly Flow[], usual: Usual): ReadonlySet<Flow> {
  const items = new Set<Flow>();
  let run: Paragraph[] = [];
  for (const part of [...parts, undefined]) {
    const last = run.at(-1);
    if (part && 'lines' in part && (!last || followsInList(part, last, usual))) {
      run.push(part);
      continue;
    }
    // Paragraphs of one line each may be indented as first lines are; their sentences end.
    const open = run.filter(({ lines }) => !endsSentence(lines.at(-1)?.text ?? ''));
    const areItems =
      (!usual.areIndented && open.length >= run.length / 2) ||
      run.some(({ lines }) => lines.length > 1);
    if (run.length > 1 && areItems) for (const one of run) items.add(one);
    run = part && 'lines' in part ? [part] : [];
  }
  return items;
}

function followsInList(next: Paragraph, last: Paragraph, { leading }: Usual): boolean {
  const [first, end, below] = [last.lines[0], last.lines.at(-1), next.lines[0]];
  if (!first || !end || !below || next.column !== last.column) return false;
  const areAlike = [...last.lines, ...next.lines].every(
    ({ x, size }) => Math.abs(x - first.x) < 1 && size === first.size,
  );
  return isInset(first, last.column) && areAlike && (end.y - below.y) / below.size < leading * 1.15;
}

interface Words {
  readonly known: ReadonlySet<string>;
  /** Whether lines end in hyphens that belong to no word. */
  readonly areParted: boolean;
}

/** The hyphen at the end of a line, and a space before it. */
const hyphen = / ?.$/u;
const hyphenEnd = /(\p{L}+) ?[-\u2010\u00ad]$/u;
/** How much of a text says how the next line is joined to it, in UTF-16 units. */
const MAX_END = 40;

function lastWord(text: string): string {
  return /\p{L}+$/u.exec(text.slice(-MAX_END))?.[0] ?? '';
}

/** The least share of lines that end in a hyphen where words are parted. */
const PARTED_LINES = 0.03;

function wordsOf(lines: readonly Line[]): Words {
  const ends = lines.filter(({ text }) => hyphenEnd.test(text.slice(-MAX_END))).length;
  if (ends === 0) return { known: new Set(), areParted: false };
  const known = lines.flatMap(({ text }) => text.toLowerCase().match(/[\p{L}\u2010-]+/gu) ?? []);
  return { known: new Set(known), areParted: ends > lines.length * PARTED_LINES };
}

/** First parts of words that have a hyphen of their own. */
const compound =
  /^(?:well|long|short|high|low|self|half|full|part|cross|ever|so|two|three|four|five|six|ten|first|second|third|far|left|right|mid|non|much|one|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)$/;

/** A number at the end of a line of Han, which may go on in the next. */
const cutNumber = /[\p{sc=Han}\u3000-\u303f\uff00-\uffef”’] ?\d+$/u;

/** The lines of a paragraph as one text; a word that was parted at the end of a line is whole again. */
function joinedLines(lines: readonly Line[], words: Words, parted: ReadonlySet<string>): string {
  const pieces: string[] = [];
  // The end alone decides: a look at the whole text for each line would take the square of its length.
  let end = '';
  const add = (piece: string) => {
    pieces.push(piece);
    end = (end + piece).slice(-MAX_END);
  };
  for (const line of lines) {
    const isLower = /^\p{Ll}/u.test(line.text);
    const start = isLower ? hyphenEnd.exec(end)?.[1] : undefined;
    if (start !== undefined) {
      const next = /^\p{L}+/u.exec(line.text)?.[0] ?? '';
      if (!hasOwnHyphen(start.toLowerCase(), next, words)) {
        pieces.push((pieces.pop() ?? '').replace(hyphen, ''));
        end = end.replace(hyphen, '');
      }
    } else if (isLower && parted.has(lastWord(end))) {
      // A hyphen stood here that the library has left out.
      if (isCompound(lastWord(end), /^\p{L}+/u.exec(line.text)?.[0] ?? '')) add('-');
    } else if (!(cutNumber.test(end) && /^\d/.test(line.text)) && end !== '') {
      add(spaceBetween(end, line.text, 0.3));
    }
    add(line.text);
  }
  return pieces.join('').replace(innerHyphen, (_, word: string) => {
    return word + (parted.has(word) ? '-' : ' ');
  });
}

const innerHyphen = new RegExp(`(\\p{L}{1,30})${softHyphen}(?=\\p{L})`, 'gu');

function isCompound(start: string, end: string): boolean {
  return compound.test(start) && end.length > 3;
}

function hasOwnHyphen(start: string, end: string, { known, areParted }: Words): boolean {
  if (known.has(`${start}-${end}`) || known.has(`${start}\u2010${end}`)) return true;
  if (known.has(start + end)) return false;
  return !areParted || isCompound(start, end);
}
