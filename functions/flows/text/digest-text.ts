import type { TextPlace } from '../../../src/contract/flows.ts';
import type { Language } from '../../../src/contract/language.ts';
import { textRefusalsWords } from '../../../src/i18n/document-words.ts';
import { InputRefused, type MadePart, textsOf } from '../flow.ts';
import { maxTextBytes } from '../input-limits.ts';
import type { LeftOutLog } from '../left-out.ts';
import { type Analysis, analyseBlocks, type Sentence } from './analyse-text.ts';
import { keyPhrases } from './key-phrases.ts';
import { type Locate, locator } from './locate.ts';
import { type Block, markdownBlocks } from './markdown-blocks.ts';
import {
  commonShare,
  meanSentenceLength,
  type ReadingTime,
  readingEase,
  readingTime,
} from './readability.ts';
import { summarise } from './summarise.ts';
import type { Word } from './words.ts';

/** A summary of fewer sentences would leave nothing out. */
const MIN_SENTENCES = 3;

/** How many control and wrong characters a text may have, and which share. */
const MAX_STRANGE = 2;
const MAX_STRANGE_SHARE = 0.02;
/** Begins the colours of a terminal, whose output people paste. */
const ESCAPE = '\u001b';

/** The share of words in other scripts. Japanese, for one, has more in kana. */
const MAX_OTHER_SHARE = 0.3;

/** The share of stop words that every English text has. */
const MIN_STOP_SHARE = 0.15;
/** In a text with fewer words the share of stop words says nothing. */
const ENOUGH_WORDS = 40;

/** The languages that a text may be in, whatever those of the product are. */
type TextLanguage = 'chinese' | 'english';

/** A part of the source as it was read, and where it stands in the source. */
export interface Quote {
  readonly text: string;
  readonly places: readonly TextPlace[];
  /** The headings that a sentence stands under, the outermost first. */
  readonly path?: readonly string[] | undefined;
}

export interface Digest {
  readonly language: TextLanguage;
  readonly summary: readonly Quote[];
  readonly keyPhrases: readonly Quote[];
  /** Whole minutes, at least one. */
  readonly minutes: number;
  /** How many Chinese characters there are, and how many words of other scripts. */
  readonly characters: number;
  readonly words: number;
  /** The mean length of sentences, in both. */
  readonly sentenceLength: number;
  /** From 0 to 100; for English. */
  readonly readingEase: number;
  /** In percent; for Chinese. */
  readonly commonShare: number;
}

/** Where the places of quotes are: in a field of the input, or in a file of the result. */
type PlacesIn = { readonly field: string } | { readonly file: string };

/** A digest as the parts of a result. */
export function digestParts(digest: Digest, placesIn: PlacesIn): readonly MadePart[] {
  const { language, sentenceLength, readingEase, commonShare, characters, words } = digest;
  const isChinese = language === 'chinese';
  const counts = [
    { kind: 'number', name: 'characters', value: characters, unit: 'characters' },
    { kind: 'number', name: 'words', value: words, unit: 'words' },
  ] as const;
  return [
    quotes('summary', digest.summary, placesIn),
    quotes('key-phrases', digest.keyPhrases, placesIn),
    { kind: 'number', name: 'reading-time', value: digest.minutes, unit: 'minutes' },
    ...counts.filter(({ value }) => value > 0),
    {
      ...{ kind: 'number', name: 'sentence-length', value: tenths(sentenceLength) },
      unit: isChinese ? 'characters' : 'words',
    },
    isChinese
      ? { kind: 'number', name: 'common-characters', value: tenths(commonShare), unit: 'percent' }
      : { kind: 'number', name: 'reading-ease', value: tenths(readingEase), unit: 'score' },
  ];
}

function quotes(name: string, found: readonly Quote[], placesIn: PlacesIn): MadePart {
  const items = found.map(({ text }) => text);
  const places = found.map((one) => [...one.places]);
  const headings = found.map(({ path = [] }) => [...path]);
  const outline = headings.some(({ length }) => length > 0) && { headings };
  return { kind: 'list', name, items, places, ...outline, ...placesIn };
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}

/** A text that was read, and what it consists of. */
export interface Source {
  readonly text: string;
  readonly blocks: readonly Block[];
  /** Whether the text has marks that nobody reads. */
  readonly isMarkdown: boolean;
}

/** Digests a plain text or Markdown; see `digestSource`. */
export function digestText(text: string, maxSentences?: number): Digest {
  return digestSource(markdownSource(text), maxSentences);
}

/**
 * A plain text or Markdown as what it consists of.
 * @throws {InputRefused} for a text that is too long, or is none
 */
export function markdownSource(text: string, leftOut?: LeftOutLog): Source {
  checkText(text);
  return { text, blocks: markdownBlocks(text, leftOut), isMarkdown: true };
}

/** @throws {InputRefused} for a text that is too long, or is none */
export function checkText(text: string): void {
  const bytes = Buffer.byteLength(text);
  if (bytes > maxTextBytes) {
    throw refusedText('tooManyBytes', {
      has: Math.ceil(bytes / 1_000),
      most: maxTextBytes / 1_000,
    });
  }
  if (isBinary(text)) throw refusedText('notText');
}

/**
 * Digests a text. Its language is the one of which it has more to read.
 * @param maxSentences how many sentences the summary has at most; by the length of the text where absent
 * @throws {InputRefused} for another language, or too short a text
 */
export function digestSource(source: Source, maxSentences?: number): Digest {
  const { sentences, headings } = analyseBlocks(source.blocks);
  const all = [...headings, ...sentences];
  const time = readingTime(all);
  const language = languageOf(sentences, time);
  if (!language) throw refusedText('otherLanguage');
  if (all.length === 0) throw refusedText('noWords');
  if (sentences.length < MIN_SENTENCES)
    throw refusedText('tooFewSentences', { least: MIN_SENTENCES });
  return {
    language,
    ...quotesOf(source, { sentences, headings }, maxSentences),
    minutes: Math.max(1, Math.round(time.chineseMinutes + time.otherMinutes)),
    characters: time.characters,
    words: time.words,
    sentenceLength: meanSentenceLength(sentences),
    readingEase: readingEase(sentences),
    commonShare: commonShare(sentences),
  };
}

/** How many places of a phrase are told: more than anybody looks at. */
const MAX_PLACES = 50;

function quotesOf(
  { text, isMarkdown }: Source,
  { sentences, headings }: Analysis,
  maxSentences: number | undefined,
): Pick<Digest, 'summary' | 'keyPhrases'> {
  const inSentences = locator(text, sentences, isMarkdown);
  const inHeadings = locator(text, headings, isMarkdown);
  const inAll: Locate = (index, start, end) =>
    index < headings.length
      ? inHeadings(index, start, end)
      : inSentences(index - headings.length, start, end);
  const found = (places: readonly (TextPlace | undefined)[]) =>
    places.filter((place) => place !== undefined);
  return {
    summary: summarise(sentences, maxSentences).flatMap((index) => {
      const { text: quoted, path } = sentences[index] ?? {};
      return quoted === undefined
        ? []
        : [{ text: quoted, places: found([inSentences(index)]), path }];
    }),
    keyPhrases: keyPhrases([...headings, ...sentences]).map(({ text: phrase, occurrences }) => {
      const first = occurrences.slice(0, MAX_PLACES);
      const places = first.map(({ sentence, start, end }) => inAll(sentence, start, end));
      return { text: phrase, places: found(places) };
    }),
  };
}

function refusedText(
  name: keyof (typeof textRefusalsWords)[Language],
  values: Readonly<Record<string, number>> = {},
): InputRefused {
  return new InputRefused(textsOf(textRefusalsWords, (words) => words[name], values));
}

function isBinary(text: string): boolean {
  const signs = text.match(/[^\P{Cc}\t\n\v\f\r\u007f-\u009f]|[\ufffd\p{Cs}]/gu) ?? [];
  const strange = signs.filter((sign) => sign !== ESCAPE);
  return strange.length > Math.max(MAX_STRANGE, text.length * MAX_STRANGE_SHARE);
}

/** The main language of a text; undefined when it is neither English nor Chinese. */
function languageOf(sentences: readonly Sentence[], time: ReadingTime): TextLanguage | undefined {
  const words = sentences.flatMap((sentence) => sentence.words);
  const count = (is: (word: Word) => boolean) => words.filter(is).length;
  if (count(({ script }) => script === 'other') > words.length * MAX_OTHER_SHARE) return undefined;
  if (time.chineseMinutes > time.otherMinutes) return 'chinese';
  const latin = words.filter(({ script }) => script === 'latin');
  const stops = latin.filter(({ isStop }) => isStop).length;
  const isEnglish = latin.length < ENOUGH_WORDS || stops >= latin.length * MIN_STOP_SHARE;
  return isEnglish ? 'english' : undefined;
}
