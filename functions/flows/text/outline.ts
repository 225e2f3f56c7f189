import { isFormula } from './formulas.ts';
import type { Block } from './markdown-blocks.ts';
import { endsSentence } from './plain-lines.ts';

/** How a heading or a clause is numbered, by the name of its style. */
const numberings: readonly (readonly [style: string, pattern: RegExp])[] = [
  [
    'article',
    /^(?:第[零〇一二两三四五六七八九十百\d]{1,5}[编章节条款部]|§\s*\d{1,3}[a-z]?)(?:[\s、:：.]+(?!\p{Ll})|$)/u,
  ],
  [
    'word',
    /^(?:Article|Section|Chapter|Part|Clause|ARTICLE|SECTION|CHAPTER|PART|CLAUSE)\s+(?:\d{1,3}|[IVX]{1,5})(?:\s*[.:–—-]+\s*|\s+(?=\p{Lu})|$)/u,
  ],
  ['decimal', /^\d{1,2}(?:\.\d{1,2}){1,3}\.?\s+(?=[^\p{Ll}\d万亿千百%％])/u],
  ['digit', /^\d{1,2}(?:[)）、]\s*|[.．]\s*(?=[^\d\s]))/],
  ['digit in brackets', /^[(（]\d{1,2}[)）]\s*/],
  ['Chinese digit', /^[一二三四五六七八九十]{1,3}[、.．]\s*/],
  ['Chinese digit in brackets', /^[(（][一二三四五六七八九十]{1,3}[)）]\s*/],
  ['letter', /^[(（]?[a-zA-Z][)）]\s+/],
  ['Roman', /^[(（]?[ivx]{1,5}[)）]\s*|^[IVX]{2,5}\.\s+/],
];

/** The numbering that a text begins with: `3.2 `, `一、`, `第三条　`, `(a) `. */
function numberingOf(text: string): { readonly style: string; readonly length: number } {
  for (const [style, pattern] of numberings) {
    const found = pattern.exec(text);
    if (found) return { style, length: found[0].length };
  }
  return { style: '', length: 0 };
}

/** The parts of an abstract, by the labels that the US National Library of Medicine knows (public domain). */
const partLabel =
  /^(?:(?:(?:Abstract|Summary|Background|Introduction|Objectives?|Aims?|Purpose|Methods?|Results?|Findings|Conclusions?|Discussion)\s?[:.—–-]+\s*(?=\p{Lu})|(?:[QA问答][:：]\s*)|[【[]?(?:摘要|提要|内容提要|背景|目的|方法|结果|结论|讨论)[】\]]?[:：]?\s?(?<=[】\]:：]\s?)))+/iu;

/** A sentence without the number of its clause, and the label of its part of an abstract, if it has one. */
export function withoutLead(text: string): { readonly rest: string; readonly label: string } {
  const numbered = text.slice(numberingOf(text).length);
  const [lead = ''] = partLabel.exec(numbered) ?? [];
  const rest = numbered.slice(lead.length);
  if (!/[\p{L}\p{N}]/u.test(rest)) return { rest: text, label: '' };
  return { rest, label: lead.match(/\p{L}{2,}/gu)?.at(-1) ?? '' };
}

/** The longest line that is a title, in UTF-16 units. */
const MAX_TITLE = 60;

/** Whether a paragraph is a title without a mark: a short line without a stop, above a sentence. */
export function isLineAbove({ text, isItem }: Block, next: Block | undefined): boolean {
  if (text.length > MAX_TITLE || /[.!?。！？…,，;；:：]["”’)）]*$|[:：]/u.test(text)) return false;
  const isNumbered = numberingOf(text).length > 0;
  if (isFormula(text) || !next || next.isHeading || (isItem && !isNumbered && next.isItem))
    return false;
  return isNumbered || endsSentence(next.text);
}

/** Markdown's lowest level, which titles without a mark get, because nothing says theirs. */
const LOWEST = 6;

/**
 * Keeps the headings above the present place of a text. A heading ends the earlier ones of its level, and
 * all below them. In a source without levels, it ends those that are numbered in its style.
 */
export function outlineOf() {
  let open: readonly { readonly text: string; readonly key: number | string }[] = [];
  let path: readonly string[] = [];
  return {
    path: () => path,
    enter({ text, level = LOWEST }: Block): void {
      const key = level < LOWEST ? level : numberingOf(text).style;
      const at = open.findIndex((one) =>
        typeof key === 'number' && typeof one.key === 'number' ? one.key >= key : one.key === key,
      );
      open = [...(at < 0 ? open : open.slice(0, at)), { text, key }];
      path = open.map((one) => one.text);
    },
  };
}
