/** The kind of text between two marks. A title is a name, whatever marks it has. */
type PairKind = 'quote' | 'bracket' | 'title';

/** Two marks that belong together, by their places in a text. */
export interface Pair {
  readonly kind: PairKind;
  readonly start: number;
  readonly end: number;
}

/** Opening marks, the closing ones that fit them, and what they enclose. */
const rows: readonly (readonly [open: string, close: string, kind: PairKind])[] = [
  ['“', '”', 'quote'],
  ['‘', '’', 'quote'],
  ['"＂', '"＂', 'quote'],
  ["'", "'", 'quote'],
  ['「｢﹁', '」｣﹂', 'quote'],
  ['『﹃', '』﹄', 'quote'],
  ['«', '»', 'quote'],
  ['(（﹙', ')）﹚', 'bracket'],
  ['[［', ']］', 'bracket'],
  ['{｛', '}｝', 'bracket'],
  ['【', '】', 'bracket'],
  ['〔', '〕', 'bracket'],
  ['《', '》', 'title'],
  ['〈', '〉', 'title'],
];

const mark = /[“”‘’"＂'「」｢｣﹁﹂『』﹃﹄«»(（﹙)）﹚[［\]］{｛}｝【】〔〕《》〈〉]/g;

/**
 * A longer pair does not count, in UTF-16 units. A speech has sentences of its own, and a mark that
 * nobody closes would enclose the rest of the text.
 */
const MAX_LENGTH = 240;
/** How deep pairs lie in each other at most; of deeper ones the outer are forgotten. */
const MAX_DEPTH = 20;

/** The pairs of quotes, brackets and marks of titles in a text, the first closed one first. */
export function pairsOf(text: string): readonly Pair[] {
  const pairs: Pair[] = [];
  const open: { readonly row: number; readonly start: number }[] = [];
  for (const { 0: found, index } of text.matchAll(mark)) {
    const { canOpen, canClose } = rolesOf(text, index);
    const at = canClose
      ? open.findLastIndex(({ row }) => rows[row]?.[1].includes(found) === true)
      : -1;
    const opened = open[at];
    const row = rows[opened?.row ?? -1];
    if (opened && row) {
      open.length = at;
      const isPair = index - opened.start <= MAX_LENGTH;
      if (isPair) pairs.push({ kind: row[2], start: opened.start, end: index });
    } else if (canOpen) {
      const opens = rows.findIndex(([marks]) => marks.includes(found));
      if (opens >= 0) open.push({ row: opens, start: index });
      if (open.length > MAX_DEPTH) open.shift();
    }
  }
  return pairs;
}

const latinBefore = /[\p{sc=Latin}\p{N}]$/u;
const latinAfter = /^[\p{sc=Latin}\p{N}]/u;

/** The roles of a mark at its place: straight quotes have one form, and apostrophes look alike. */
function rolesOf(text: string, index: number) {
  const [before, found, after] = [
    text.charAt(index - 1),
    text.charAt(index),
    text.charAt(index + 1),
  ];
  const isWithinWord = latinBefore.test(before) && latinAfter.test(after);
  if (found === '’' || found === '‘') return { canOpen: found === '‘', canClose: !isWithinWord };
  if (found !== '"' && found !== "'" && found !== '＂') return { canOpen: true, canClose: true };
  const startsWord = !latinBefore.test(before) && /^\S/.test(after);
  return {
    // The years of a decade have an apostrophe before them.
    canOpen: startsWord && !(found === "'" && /^\d/.test(after)),
    canClose: /^\S/.test(before) && (found !== "'" || !isWithinWord),
  };
}
