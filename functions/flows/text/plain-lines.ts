/** Lines that Markdown reads by their marks: items of lists, and all others that it must get as they are. */
const itemLine = /^\s*(?:[-*+]|\d{1,9}[.)])[ \t]/;
const markedLine = /^\s*(?:#{1,6}[ \t]|[>|<]|\[[^\]]*\]:|(?:[-=_*|:][ \t]*){2,}$|\$\$)|\S \| \S/;
const fence = /^\s*(?:```|~~~)/;
/** Front matter (YAML or TOML) at the start of a text. */
const frontMatter = /^(---|\+\+\+)\n[\s\S]*?\n\1(?:\n|$)/;
/** Bullets of texts that are saved from office programs. Markdown has others. */
const bullet = /^(\s*)[•·●○▪■□◦‣⁃∙➢✓❖◆][ \t\u3000]+/;
/** The number of a title that a line below marks. Markdown would take both lines for an item. */
const titleNumber = /^\d{1,9}[.)][ \t]+(?=\S.*\n={3,}[ \t]*$)/gm;
/** A mark that ends a sentence, with what may follow it. */
const sentenceEnd = /[.!?。！？…][\p{Pe}\p{Pf}"']*$/u;

export function endsSentence(text: string): boolean {
  return sentenceEnd.test(text);
}

/** No program wraps lines after more columns. */
const MAX_COLUMNS = 130;
/** A line that leaves more than this share of the columns free was ended by its author. */
const FREE_SHARE = 0.25;
/** The share of lines that a program has wrapped, where lines are no paragraphs. */
const WRAPPED_SHARE = 0.25;
/** A title leaves more than this share free, and is this much shorter than what follows. */
const TITLE_SHARE = 1 / 3;
const MAX_TITLE = 60;

interface Line {
  readonly text: string;
  readonly columns: number;
  readonly isItem: boolean;
  /** Whether Markdown gets it as it is. */
  readonly isMarked: boolean;
}

/**
 * A text with an empty line between its paragraphs, for a parser of Markdown. Where a line is a
 * paragraph its lines say so: they end where their author has ended them, and not at one edge.
 */
export function withParagraphs(text: string): string {
  const [head = ''] = frontMatter.exec(text) ?? [];
  const lines = linesOf(text.slice(head.length).replace(titleNumber, ''));
  const edge = edgeOf(lines);
  const breaks = lines.flatMap((line, index) => {
    const next = lines[index + 1];
    return next && isProse(line) && isProse(next) ? [{ line, next }] : [];
  });
  const wrapped = breaks.filter(({ line, next }) => !isFree(line, next, edge) && !ends(line));
  const isLineParagraph = edge > MAX_COLUMNS || wrapped.length <= breaks.length * WRAPPED_SHARE;
  const parts = lines.map((line, index) => {
    const next = lines[index + 1];
    const isApart = next && isBreak(line, next, { edge, isLineParagraph });
    const shown = isLineParagraph ? outdented(line, next) : line.text;
    return `${shown}${next ? '\n' : ''}${isApart ? '\n' : ''}`;
  });
  return head + parts.join('');
}

function linesOf(text: string): readonly Line[] {
  let isFenced = false;
  return text.split('\n').map((given) => {
    const line = given.replace(bullet, '$1- ');
    const isFence = fence.test(line);
    const isMarked = isFenced || isFence || markedLine.test(line) || line.endsWith('  ');
    if (isFence) isFenced = !isFenced;
    const wide = line.match(/[\u1100-\u11ff\u2e80-\ud7ff\uf900-\ufaff\uff00-\uff60]/g)?.length ?? 0;
    return {
      text: line,
      columns: line.trim().length + wide,
      isItem: !isMarked && itemLine.test(line),
      isMarked,
    };
  });
}

function isProse({ columns, isItem, isMarked }: Line): boolean {
  return columns > 0 && !isItem && !isMarked;
}

/** How many columns the longest lines have, but for a tenth: addresses and the like are no measure. */
function edgeOf(lines: readonly Line[]): number {
  const widths = lines.filter(isProse).map(({ columns }) => columns);
  const sorted = widths.toSorted((a, b) => b - a);
  return sorted[Math.floor(sorted.length / 10)] ?? 0;
}

/** Whether the first word of the next line had room, and more than that. */
function isFree(line: Line, next: Line, edge: number): boolean {
  const [word = ''] = /^\s*[!-~]*/.exec(next.text) ?? [];
  return line.columns + word.length + 1 <= edge * (1 - FREE_SHARE);
}

function ends({ text }: Line): boolean {
  return endsSentence(text.slice(-MAX_TITLE).trimEnd());
}

/** Whether a paragraph ends with a line. */
function isBreak(
  line: Line,
  next: Line,
  { edge, isLineParagraph }: { readonly edge: number; readonly isLineParagraph: boolean },
): boolean {
  if (line.columns === 0 || next.columns === 0 || line.isMarked || next.isMarked) return false;
  if (line.isItem || next.isItem)
    return isLineParagraph && (next.isItem || indentOf(next) <= indentOf(line));
  if (/^\u3000/.test(next.text) || (ends(line) && indentOf(next) > indentOf(line) + 1)) return true;
  if (isFree(line, next, edge)) {
    return ends(line) || isLineParagraph || (isTitle(line, next) && !startsSmall(next));
  }
  return isLineParagraph && (ends(line) || !(startsSmall(next) || /[，、,]\s*$/.test(line.text)));
}

function startsSmall({ text }: Line): boolean {
  return /^\s*\p{Ll}/u.test(text);
}

function indentOf({ text }: Line): number {
  return text.length - text.trimStart().length;
}

function isTitle(line: Line, next: Line | undefined): boolean {
  if (!next || !isProse(line) || !isProse(next)) return false;
  const isShort = line.columns <= MAX_TITLE && line.columns < next.columns * TITLE_SHARE;
  return isShort && /\p{L}\p{L}/u.test(line.text) && !/[:：]|\p{P}\s*$/u.test(line.text);
}

/** A line without the space before it, which Markdown would take for code; a title has its mark. */
function outdented(line: Line, next: Line | undefined): string {
  if (line.isMarked) return line.text;
  const isHeading = isTitle(line, next) && next !== undefined && ends(next);
  return `${isHeading ? '###### ' : ''}${line.text.trimStart()}`;
}
