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
