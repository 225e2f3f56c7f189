import { defineMdastPlugin, type MdastPluginEntry } from 'satteri';

const NO_BREAK_SPACE = '\u00A0';

/** A space beside a multiplication sign, or before a unit that means nothing without its number. */
const spaces = /(?<=\d) (?=×)|(?<=×) (?=\d)|(?<=\d) (?=(?:kB|MB|GB|ms|s|px|%)(?![\p{L}\d]))/gu;

/** Text whose lines do not end between a number and its unit, nor within a size such as `1200 × 630`. */
export function joinNumbers(text: string): string {
  return text.replace(spaces, NO_BREAK_SPACE);
}

/**
 * Keeps numbers together in Markdown, so that nobody has to type no-break spaces. Code stays as it
 * is, and so do headings, of whose text the anchors are made.
 */
export const joinedNumbers = (({ source }) =>
  source.search(spaces) >= 0 && joined) satisfies MdastPluginEntry;

const joined = defineMdastPlugin({
  name: 'joined-numbers',
  text(node, context) {
    if (context.parent(node).type === 'heading') return;
    const value = joinNumbers(node.value);
    if (value !== node.value) context.setProperty(node, 'value', value);
  },
});
