import { type MdastNode, markdownToMdast } from 'satteri';
import { withMarks, withoutMarks } from '../../../src/contract/cjk-markdown.ts';
import type { LeftOutKind } from '../../../src/contract/left-out.ts';
import { type LeftOutLog, leftOutLog } from '../left-out.ts';
import { markdownIn, withoutNoteMarks } from './note-marks.ts';
import { withParagraphs } from './plain-lines.ts';
import { withoutCues } from './subtitles.ts';

export interface Block {
  readonly isHeading: boolean;
  readonly text: string;
  /** The level of a heading from 1 on, where the source has one. */
  readonly level?: number | undefined;
  /** Whether it is an item of a list. */
  readonly isItem?: boolean;
}

/**
 * How many marks of quotes and lists a line may begin with; further ones are left out. The parser's
 * time grows with the square of them: 200,000 in one line took twelve seconds (satteri 0.10.5).
 */
const MAX_NESTING = 40;

const mark = '[ \\t]*(?:>|[-*+][ \\t]|\\d{1,9}[.)][ \\t])';
const deepMarks = new RegExp(`^((?:${mark}){${MAX_NESTING}})(?:${mark})+`, 'gm');

/**
 * How many runs of underscores and references to characters (`&amp;`) a paragraph may have; further
 * ones are plain text. The parser's time grows with the square of either: 50,000 underscores in a
 * text of 200 kB took eight seconds.
 */
const MAX_SIGNS = 500;

/** The private-use characters that replace plain signs while the parser works. */
const standIns: Readonly<Record<string, string>> = { _: '\ue000', '&': '\ue001' };
const signs: Readonly<Record<string, string>> = { '\ue000': '_', '\ue001': '&' };

/**
 * In a longer line the parser tells no positions, in UTF-16 units: it counts the units of such a line
 * from its start for every node, where a character is not ASCII.
 */
const MAX_LINE = 2_000;

/** Nodes that people do not read as sentences, with what they are; nothing for what is no text. */
const unread: Readonly<Record<string, LeftOutKind | undefined>> = {
  ...{ definition: undefined, image: 'pictures', imageReference: 'pictures' },
  ...{ footnoteReference: undefined, html: 'markup', tableCell: 'cells', delete: 'deleted_text' },
  ...{ toml: 'front_matter', yaml: 'front_matter', math: 'formulas', inlineMath: 'formulas' },
};

/**
 * The paragraphs and headings of a plain text or of Markdown, without marks, code and tables.
 * @param leftOut is told what is not read
 * @param parse is given nothing that would take it the square of the text
 */
export function markdownBlocks(
  source: string,
  leftOut: LeftOutLog = leftOutLog(),
  parse: (text: string, options: { readonly position: boolean }) => MdastNode = markdownToMdast,
): readonly Block[] {
  const blocks: (Omit<Block, 'text'> & { text: string })[] = [];
  const items = new Set<MdastNode>();
  const skip = (kind: LeftOutKind | undefined, unreadText: string) => {
    if (!kind || !/[\p{L}\p{N}]/u.test(unreadText)) return;
    const under = blocks.findLast(({ isHeading }) => isHeading)?.text;
    leftOut.add(kind, { text: unreadText, under });
  };
  const written = withoutNoteMarks(withoutCues(source.replace(/\r\n?/g, '\n')), skip);
  const plain = withParagraphs(written);
  const text = withFewSigns(withMarks(plain.replace(deepMarks, '$1')));
  const position = text.split('\n').every((line) => line.length <= MAX_LINE);
  const left: MdastNode[] = [parse(text, { position })];
  for (let node = left.pop(); node; node = left.pop()) {
    const inner = node.type === 'html' ? markdownIn(node.value) : '';
    if (/[\p{L}\p{N}]/u.test(inner)) {
      left.push(parse(inner, { position: false }));
      continue;
    }
    if (Object.hasOwn(unread, node.type)) {
      skip(unread[node.type], plainTextOf(node));
      continue;
    }
    if (node.type === 'listItem') for (const child of node.children) items.add(child);
    if (node.type === 'paragraph') {
      blocks.push({ isHeading: false, isItem: items.has(node), text: '' });
    }
    if (node.type === 'heading') blocks.push({ isHeading: true, level: node.depth, text: '' });
    if (node.type === 'code') {
      const startsAt = node.position?.start.offset;
      const isFenced =
        startsAt === undefined
          ? node.lang !== null
          : fence.test(text.slice(startsAt, startsAt + 3));
      if (isFenced) skip('code', node.value);
      else blocks.push(...indentedBlocks(node.value));
    }
    const last = blocks.at(-1);
    if (last) last.text += ownText(node);
    if ('children' in node) left.push(...node.children.toReversed());
  }
  const read = blocks.map((block) => ({
    ...block,
    text: joinLines(
      withoutMarks(block.text).replace(/[\ue000\ue001]/g, (sign) => signs[sign] ?? sign),
    ),
  }));
  for (const { text: found } of read) leftOut.found({ text: found });
  return read;
}

/** The text of a node and all in it, without tags; what describes a picture. */
function plainTextOf(node: MdastNode): string {
  if ('children' in node) return node.children.map(plainTextOf).join(' ');
  if ('alt' in node) return node.alt ?? '';
  return 'value' in node ? node.value.replace(/<!--[\s\S]*?(?:-->|$)|<[^<>]*>/g, ' ') : '';
}

/** The same text, as long as before, with stand-ins for signs beyond the limit. */
function withFewSigns(text: string): string {
  let count = 0;
  return text.replace(/_+|&(?=#?\w{1,32};)|\n[ \t]*\n/g, (found) => {
    const standIn = standIns[found.charAt(0)];
    count = standIn ? count + 1 : 0;
    return !standIn || count <= MAX_SIGNS ? found : standIn.repeat(found.length);
  });
}

function ownText(node: MdastNode): string {
  if (node.type === 'text' || node.type === 'inlineCode') return node.value;
  return node.type === 'break' ? '\n' : '';
}

const fence = /^(?:```|~~~)/;

/** Fenced code is left out. Indented lines count as text: in a plain text they are paragraphs. */
function indentedBlocks(value: string): Block[] {
  return value.split(/\n\s*\n/).map((text) => ({ isHeading: false, text }));
}

/** Characters without a shape, such as soft hyphens. Joiners stay in scripts that need them. */
const shapeless =
  /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]|(?<=[\p{sc=Latin}\p{sc=Han}])[\u200c\u200d]+(?=[\p{sc=Latin}\p{sc=Han}])/gu;

/** A hyphen that a typesetter has set at the end of a line, and not the author. */
const lineHyphen = /(?<=\p{Ll})[\u00ad\u2010][^\S\n]*\n\s*(?=\p{Ll})/gu;

/** The end of a line between Chinese; a digit belongs to it, and quotes and dots may. */
const hanBreak =
  /(?<=[\p{sc=Han}，。：；！？、）》」』】])[^\S\n]*\n\s*(?=[\p{sc=Han}\d，。：；！？、“‘（《「『【])|(?<=[…”’])[^\S\n]*\n\s*(?=\p{sc=Han})/gu;

/** Joins lines, those of Chinese without a space. */
export function joinLines(text: string): string {
  return text
    .replace(lineHyphen, '')
    .replace(shapeless, '')
    .replace(hanBreak, '')
    .replace(/\s+/g, ' ')
    .trim();
}
