import { eng, zho } from 'stopword';
import {
  AbsoluteSummarizerConfig,
  NullLogger,
  Sentence,
  SorensenDiceSimilarity,
  Summarizer,
  Text,
  Word,
} from 'ts-textrank';
import type { Sentence as Analysed } from '../../../functions/flows/text/analyse-text.ts';
import { wordsOf } from '../../../functions/flows/text/words.ts';
import type { TextLanguage } from '../../support/labelled-texts.ts';
import type { DigestText } from './texts.ts';

/** A sentence counts as taken from this share of its letters and digits. */
const TAKEN = 0.4;
/** How many of the first phrases are looked at. */
const AT = 8;

/** The share of the facts, by weight, that a summary conveys. */
export function recallOf(
  { text, labels, weights }: DigestText,
  summary: readonly string[],
): number {
  const read = placesOf(text, summary).flat();
  const found = new Set(
    labels.filter((one) => isTaken(text, one, read)).flatMap(({ facts }) => facts),
  );
  const sum = (facts: Iterable<string>) =>
    Array.from(facts).reduce((total, fact) => total + (weights.get(fact) ?? 0), 0);
  return sum(found) / sum(weights.keys());
}

/** The sentences of a summary that have noise in them. */
export function noiseIn(
  { text, labels }: DigestText,
  summary: readonly string[],
): readonly string[] {
  const noise = labels.filter(({ facts }) => facts.length === 0);
  const places = placesOf(text, summary);
  return summary.filter((_, at) => noise.some((one) => isTaken(text, one, places[at] ?? [])));
}

/** The share of the first eight phrases that is on the list. Forms of a word are alike. */
export function precisionOf(
  { phrases }: Pick<DigestText, 'phrases'>,
  found: readonly string[],
): number {
  const right = new Set(phrases.map(formOf));
  return found.slice(0, AT).filter((phrase) => right.has(formOf(phrase))).length / AT;
}

function formOf(phrase: string): string {
  const words = wordsOf(phrase);
  const isHan = words.some(({ script }) => script === 'han');
  return words.map(({ key }) => key).join(isHan ? '' : ' ');
}

const letter = /[\p{L}\p{N}]/gu;

/** The letters and digits of each sentence of a summary, by their places in the text. */
function placesOf(text: string, summary: readonly string[]): readonly (readonly number[])[] {
  const places = Array.from(text.matchAll(letter), ({ index }) => index);
  const letters = lettersOf(text);
  let from = 0;
  return summary.map((sentence) => {
    const found = lettersOf(sentence);
    const next = letters.indexOf(found, from);
    const at = next < 0 ? letters.indexOf(found) : next;
    if (at >= 0) from = at + found.length;
    return at < 0 ? [] : places.slice(at, at + found.length);
  });
}

function lettersOf(text: string): string {
  return (text.match(letter) ?? []).join('');
}

function isTaken(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  places: readonly number[],
): boolean {
  const length = lettersOf(text.slice(start, end)).length;
  return places.filter((place) => place >= start && place < end).length >= length * TAKEN;
}

/**
 * TextRank's summary (`ts-textrank` 1.0.3) of the sentences that the digest reads, without headings.
 * @param sentences as `analyseText` finds them
 */
export function textRankSummary(
  sentences: readonly Pick<Analysed, 'text'>[],
  language: TextLanguage,
  count: number,
): readonly string[] {
  const read = sentences.map(({ text }, position) => {
    return new Sentence(text, wordsIn(text, language), position);
  });
  const config = new AbsoluteSummarizerConfig(
    count,
    new SorensenDiceSimilarity(),
    { parse: (given: string) => new Text(given, read) },
    DAMPING,
    Summarizer.SORT_OCCURENCE,
  );
  return new Summarizer(config, new NullLogger()).summarize('', language);
}

/** The damping factor of the paper (Mihalcea and Tarau, EMNLP 2004, section 2). */
const DAMPING = 0.85;

const segmenter = new Intl.Segmenter('zh-Hans', { granularity: 'word' });
const stopWords = { english: new Set(eng), chinese: new Set(zho) } as const;

function wordsIn(sentence: string, language: TextLanguage): Word[] {
  return Array.from(segmenter.segment(sentence)).flatMap(({ segment, isWordLike }) =>
    isWordLike && !stopWords[language].has(segment.toLowerCase()) ? [new Word(segment)] : [],
  );
}
