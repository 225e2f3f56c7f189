import { type MdastNode, markdownToMdast } from 'satteri';

/** A paragraph, or a heading, which is no sentence. */
export interface Block {
  readonly isHeading: boolean;
  readonly text: string;
}

/**
 * Marks of quotes and lists at the start of a line past these many are left out. A parser takes
 * time by the square of them: 200,000 in one line took twelve seconds (satteri 0.10.5).
 */
const MAX_NESTING = 40;

const mark = '[ \\t]*(?:>|[-*+][ \\t]|\\d{1,9}[.)][ \\t])';
const deepMarks = new RegExp(`^((?:${mark}){${MAX_NESTING}})(?:${mark})+`, 'gm');

/** What is not read, or not in sentences. */
const unread: ReadonlySet<string> = new Set([
  ...['definition', 'html', 'image', 'imageReference', 'footnoteReference'],
  ...['table', 'toml', 'yaml', 'math', 'inlineMath'],
]);

/** The paragraphs and headings of a text, be it plain or Markdown, without marks, code and tables. */
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

/** Code in fences is left out; what is only indented is, in a plain text, a paragraph. */
function indentedBlocks(value: string, source: string): Block[] {
  if (/^(?:```|~~~)/.test(source)) return [];
  return value.split(/\n\s*\n/).map((text) => ({ isHeading: false, text }));
}

/** Lines of Chinese are joined without a space. */
function joinLines(text: string): string {
  return text
    .replace(/(?<=[\p{sc=Han}，。：；！？、])[^\S\n]*\n\s*(?=\p{sc=Han})/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
}
