import { fold } from './fold.ts';
import { type Wanted, wantedOf } from './terms.ts';
import { type Word, wordsOf } from './words.ts';

/** The most of a query that is read, in UTF-16 code units, and the most words of it. */
export const maxQueryLength = 100;
const maxQueryWords = 12;

/** One word of a query; a post is found when it has all of them. */
export interface QueryWord {
  readonly word: Word;
  /** The terms that the index has to have for it. */
  readonly wanted: readonly Wanted[];
}

export type Query = readonly QueryWord[];

/** What somebody looks for; a text without any word is an empty query. */
export function queryOf(text: string): Query {
  return queryOfWords(wordsOf(fold(text.slice(0, maxQueryLength))));
}

/**
 * The same query with runs of characters cut into words, for when nothing has them as they stand:
 * Chinese is typed without spaces, and 积分过期 is also asked by somebody who would find 积分会过期.
 * @returns `undefined` when there is nothing to cut
 */
export function looser(query: Query): Query | undefined {
  const words = query.flatMap(({ word }) => (word.isRun ? wordsInRun(word) : [word]));
  return words.length > query.length ? queryOfWords(words) : undefined;
}

function queryOfWords(words: readonly Word[]): Query {
  return words.slice(0, maxQueryWords).map((word) => ({ word, wanted: wantedOf(word) }));
}

/** Whose dictionary cuts runs of Han characters; any other script is cut alike by all. */
const hanLocale = 'zh-Hans';

/** The words of a run; single characters side by side are mostly a word that no dictionary has. */
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
