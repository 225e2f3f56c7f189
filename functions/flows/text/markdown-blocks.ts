import { type MdastNode, markdownToMdast } from 'satteri';

export interface Block {
  readonly isHeading: boolean;
  readonly text: string;
}

/**
 * How many marks of quotes and lists a line may begin with; further ones are left out. The parser's
 * time grows with the square of them: 200,000 in one line took twelve seconds (satteri 0.10.5).
 */
const MAX_NESTING = 40;

const mark = '[ \\t]*(?:>|[-*+][ \\t]|\\d{1,9}[.)][ \\t])';
const deepMarks = new RegExp(`^((?:${mark}){${MAX_NESTING}})(?:${mark})+`, 'gm');

/** Nodes that people do not read as sentences. */
const unread: ReadonlySet<string> = new Set([
  ...['definition', 'html', 'image', 'imageReference', 'footnoteReference'],
  ...['table', 'toml', 'yaml', 'math', 'inlineMath'],
]);

/** The paragraphs and headings of a plain text or of Markdown, without marks, code and tables. */
export function markdownBlocks(source: string): readonly Block[] {
  const text = source.replace(/\r\n?/g, '\n').replace(deepMarks, '$1');
  const blocks: { readonly isHeading: boolean; text: string }[] = [];
  const left: MdastNode[] = [markdownToMdast(text)];
  for (let node = left.pop(); node; node = left.pop()) {
    if (unread.has(node.type)) continue;
    if (node.type === 'paragraph') blocks.push({ isHeading: false, text: '' });
    if (node.type === 'heading') blocks.push({ isHeading: true, text: '' });
    if (node.type === 'code') {
      blocks.push(...indentedBlocks(node.value, text.slice(node.position?.start.offset)));
    }
    const last = blocks.at(-1);
    if (last) last.text += ownText(node);
    if ('children' in node) left.push(...node.children.toReversed());
  }
  return blocks.map((block) => ({ ...block, text: joinLines(block.text) }));
}

function ownText(node: MdastNode): string {
  if (node.type === 'text' || node.type === 'inlineCode') return node.value;
  return node.type === 'break' ? '\n' : '';
}

/** Removes fenced code. Indented lines count as text: in a plain text they are paragraphs. */
function indentedBlocks(value: string, source: string): Block[] {
  if (/^(?:```|~~~)/.test(source)) return [];
  return value.split(/\n\s*\n/).map((text) => ({ isHeading: false, text }));
}

/** Joins lines, those of Chinese without a space. */
function joinLines(text: string): string {
  return text
    .replace(/(?<=[\p{sc=Han}，。：；！？、])[^\S\n]*\n\s*(?=\p{sc=Han})/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
}
