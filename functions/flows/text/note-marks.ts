import type { LeftOutKind } from '../../../src/contract/left-out.ts';

/** The first line of a callout: its kind, and its title or nothing. */
const callout = /^([ \t]*>[ \t>]*)\[![\w-]+\][+-]?[ \t]*(.*)$/gm;
/** A comment, or a file that is shown. */
const unread = /^%%\n([\s\S]*?)\n%%$|(?<![\d%])%%([^\n%`]+)%%|!\[\[([^[\]\n]+)\]\]/gm;
/** A link to a note, and the words that stand for it. Another kind of link has its target behind. */
const link = /\[\[(?=\S)(?:[^[\]\n|]*\|)?([^[\]\n|]+)\]\](?!\()/g;
/** The name of a paragraph at its end; a formula may end in a power. */
const name = /[ \t]\^(?:[a-z][\w-]+|\w{6})$/gim;

/**
 * Markdown without the marks that programs for notes add to it, such as Obsidian.
 * @param skip is told what nobody reads
 */
export function withoutNoteMarks(
  text: string,
  skip: (kind: LeftOutKind, unread: string) => void,
): string {
  return text
    .replace(callout, '$1$2\n$1')
    .replace(unread, (_, block?: string, comment = block, file = '') => {
      skip(comment === undefined ? 'embedded' : 'comments', comment ?? file);
      return '';
    })
    .replace(link, '$1')
    .replace(name, '');
}

const silent = /<!--[\s\S]*?(?:-->|$)|<(script|style)\b[\s\S]*?(?:<\/\1\s*>|$)/gi;
/** Elements that stand in a line; all others part paragraphs. */
const inLine =
  /^<\/?(?:a|abbr|b|cite|code|del|em|font|i|img|ins|kbd|mark|q|s|small|span|strong|su[bp]|u|var)\b/i;
const unreadHtml = /<(?:table|thead|tbody|t[rdh]|pre|svg)\b/i;
/** Parts nothing, has no shape, and makes no tag of what stands around a tag. */
const joiner = '\u2060';

/** The Markdown within a block of HTML; nothing for code, tables and drawings. */
export function markdownIn(html: string): string {
  if (unreadHtml.test(html)) return '';
  return html.replace(silent, '').replace(/<[a-z/!?][^<>]*>?/gi, (tag) => {
    if (inLine.test(tag)) return joiner;
    const [, level = 0] = /^<h([1-6])\b/i.exec(tag) ?? [];
    return /^<br\b/i.test(tag) ? '\n' : `\n\n${'#'.repeat(Number(level))} `;
  });
}
