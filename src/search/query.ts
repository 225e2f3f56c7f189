import { type QueryTerm, queryTermsOf } from './terms.ts';
import { fold, type Word, wordsOf } from './words.ts';

/** The part of a query that is read: its length in UTF-16 code units, and its words. */
export const maxQueryLength = 100;
const maxQueryWords = 12;

/** One word of a query; a result has all of them. */
export interface QueryWord {
  readonly word: Word;
  /** The terms to look up in the index. */
  readonly terms: readonly QueryTerm[];
}

export type Query = readonly QueryWord[];

/** Parses a search text; a text without words is an empty query. */
export function queryOf(text: string): Query {
  return queryOfWords(wordsOf(fold(text.slice(0, maxQueryLength))));
}

/**
 * The same query with runs of characters split into words, for when no post has the runs. People type
 * Chinese without spaces, and 积分过期 should also find 积分会过期.
 * @returns `undefined` when there is nothing to split
 */
export function splitRuns(query: Query): Query | undefined {
  const words = query.flatMap(({ word }) => (word.isRun ? wordsInRun(word) : [word]));
  return words.length > query.length ? queryOfWords(words) : undefined;
}

function queryOfWords(words: readonly Word[]): Query {
  return words.slice(0, maxQueryWords).map((word) => ({ word, terms: queryTermsOf(word) }));
}

/** The dictionary that cuts runs of Han characters; all locales cut other scripts alike. */
const hanLocale = 'zh-Hans';

/** The words of a run. Adjacent single characters are mostly a word that the dictionary lacks. */
function wordsInRun({ parts }: Word): readonly Word[] {
  const segmenter = new Intl.Segmenter(hanLocale, { granularity: 'word' });
  const words: string[] = [];
  let wasSingle = false;
  for (const { text } of parts) {
    for (const { segment } of segmenter.segment(text)) {
      const isSingle = [...segment].length === 1;
      if (isSingle && wasSingle) words.push(`${words.pop()}${segment}`);
      else words.push(segment);
      wasSingle = isSingle;
    }
  }
  return words.map((text) => ({ isRun: true, parts: [{ text, start: 0, end: text.length }] }));
}
