import { isFormula } from './formulas.ts';
import { type Block, markdownBlocks } from './markdown-blocks.ts';
import { isLineAbove, outlineOf, withoutLead } from './outline.ts';
import { type Pair, pairsOf } from './pairs.ts';
import { attribute, speaker, type Word, wordsOf } from './words.ts';

export interface Sentence {
  readonly text: string;
  readonly words: readonly Word[];
  /** The length in words and Chinese characters. */
  readonly length: number;
  /** Whether it begins a paragraph, and whether that is an item of a list. */
  readonly isFirst: boolean;
  readonly isItem: boolean;
  /** Whether it is a greeting, a formality or boilerplate. */
  readonly isFormula: boolean;
  /** The headings that it stands under, the outermost first. */
  readonly path: readonly string[];
}

/** The sentences and headings of a text. */
export interface Analysis {
  readonly sentences: readonly Sentence[];
  /** Headings, which people read but which are no sentences. */
  readonly headings: readonly Sentence[];
}

/** Finds the sentences and words of a plain text or of Markdown. */
export function analyseText(source: string): Analysis {
  return analyseBlocks(markdownBlocks(source));
}

/** Finds the sentences and words of headings, paragraphs and items of lists. */
export function analyseBlocks(blocks: readonly Block[]): Analysis {
  const sentences: Sentence[] = [];
  const headings: Sentence[] = [];
  const outline = outlineOf();
  for (const [index, block] of blocks.entries()) {
    const { isHeading, isItem = false } = block;
    const path = outline.path();
    if (isHeading || isLineAbove(block, blocks[index + 1])) outline.enter(block);
    let isFirst = true;
    for (const found of isHeading ? [block.text] : sentencesOf(block.text)) {
      const { rest: sentence, label } = isHeading ? { rest: found, label: '' } : withoutLead(found);
      const words = wordsOf(sentence);
      const kind = isHeading ? headings : sentences;
      const counted = { words, length: lengthOf(words), isFormula: isFormula(sentence) };
      if (words.length > 0)
        kind.push({
          text: sentence,
          ...counted,
          isFirst,
          isItem,
          path: label === '' ? path : [...path, label],
        });
      isFirst = false;
    }
  }
  return { sentences, headings };
}

function lengthOf(words: readonly Word[]): number {
  return words.reduce(
    (sum, { script, text }) => sum + (script === 'han' ? Array.from(text).length : 1),
    0,
  );
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Abbreviations that end in a point within a sentence; a single capital is an initial. */
const abbreviation =
  /(?:^|[\s(“"'])(?:Mrs?|Ms|Dr|Prof|St|Jr|Sr|Inc|Ltd|Co|Corp|No|Nos|Fig|Figs|Vol|pp?|vs|cf|al|etc|e\.g|i\.e|approx|[A-Z]|(?:[A-Z]\.)+[A-Z])\.\s*$/;

/** The number of a clause, which begins a sentence: `Annex A. 3.2 The buyer`. */
const clause = /^\d{1,2}\.\d{1,2}\s+\p{Lu}/u;

/** A time of day, whose point may end a sentence. */
const time = /(?:^|[\s\d])[ap]\.\s?m\.\s*$/i;
/** A time that begins a sentence. */
const firstTime =
  /^\P{L}*(?:(?:at|by|from|since|till|until|after|before|around|about|exactly|shortly|just)\s+)*\d{1,2}(?:[:.]\d\d)?\s*[ap]\.\s?m\.\s*$/iu;
/** Words that continue a time of day: its day, month, place or zone. */
const withTime = new RegExp(
  [
    '^(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|April|June|July|August)s?\\b',
    '^(?:September|October|November|December|Christmas|Easter|New Year)\\b',
    '^(?:Mon|Tues?|Wed|Thu(?:rs?)?|Fri|Sat|Sun)(?=[.,])',
    '^(?:Jan|Feb|Mar|March|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\\.?(?=\\s+\\d)',
    '^(?:GMT|UTC|BST|CES?T|[ECMP][SD]?T|IST|JST|HKT|SGT|AEST)\\b',
    '^(?:\\p{Lu}\\p{L}*\\s+){1,3}[Tt]ime\\b',
  ]
    .map((one) => `(?:${one})`)
    .join('|'),
  'u',
);
/** A day that does something begins a sentence. */
const dayActs = /^\S+\s+(?:was|were|is|are|will|would|had|has|came|comes|brought|began|went|saw)\b/;

/** Whether a sentence goes on after a point that ends a word. */
function isAbbreviated(sentence: string, segment: string, after: string): boolean {
  if (!time.test(segment)) return abbreviation.test(segment) && !clause.test(after);
  return firstTime.test(sentence) || (withTime.test(after) && !dayActs.test(after));
}

/** A number of a list with its point belongs to what it counts. */
const listNumber = /^\s*\d{1,3}\.\s*$/;

/** The sentences of a paragraph, trimmed. Pairs of quotes, brackets and titles are not cut. */
export function* sentencesOf(paragraph: string): Generator<string> {
  const pairs = pairsIn(paragraph);
  let start = 0;
  for (const { segment, index } of segmenter.segment(paragraph)) {
    const pieceEnd = index + segment.length;
    const end = pieceEnd < paragraph.length ? beforeOpening(paragraph, pieceEnd, pairs) : pieceEnd;
    if (end <= start || pairs.isInside(end)) continue;
    const sentence = paragraph.slice(start, end);
    const after = paragraph.slice(end, end + MAX_SPEAKER);
    if (isAbbreviated(sentence.slice(-MAX_SPEAKER), segment.slice(-MAX_SPEAKER), after)) continue;
    if (listNumber.test(sentence)) continue;
    if (end < paragraph.length && goesOn(paragraph, start, end, pairs)) continue;
    yield* unlessBlank(sentence);
    start = end;
  }
  yield* unlessBlank(paragraph.slice(start));
}

interface PairsIn {
  readonly opening: ReadonlySet<number>;
  readonly closing: ReadonlyMap<number, Pair>;
  readonly isInside: (index: number) => boolean;
}

function pairsIn(paragraph: string): PairsIn {
  const pairs = pairsOf(paragraph);
  const inside = new Uint8Array(paragraph.length + 1);
  for (const { start, end } of pairs) inside.fill(1, start + 1, end + 1);
  return {
    opening: new Set(pairs.map(({ start }) => start)),
    closing: new Map(pairs.map((pair) => [pair.end, pair])),
    isInside: (index) => inside[index] === 1,
  };
}

/**
 * An opening mark belongs to what it opens (GB/T 15834, section 5.1.4). Unicode's rules leave it with
 * the sentence before, where no space stands between (UAX 29, SB9).
 */
function beforeOpening(paragraph: string, pieceEnd: number, { opening }: PairsIn): number {
  let end = pieceEnd;
  for (let at = end - 1; at >= 0; at -= 1) {
    const character = paragraph.charAt(at);
    if (opening.has(at) || /[\p{Ps}\p{Pi}]/u.test(character)) end = at;
    else if (/\S/.test(character)) break;
  }
  return end;
}

/** Whether a sentence goes on after a pair that ends with the mark of a sentence. */
function goesOn(paragraph: string, start: number, end: number, { closing }: PairsIn): boolean {
  let at = end - 1;
  while (at > start && /\s/.test(paragraph.charAt(at))) at -= 1;
  for (let pair = closing.get(at); pair && at > start; pair = closing.get(at)) {
    const before = paragraph.slice(start, pair.start);
    if (goesOnAfter(pair, before, paragraph.slice(end, end + MAX_SPEAKER))) return true;
    at -= 1;
  }
  return false;
}

/** How much of the text after a quote says who spoke, in UTF-16 units. */
const MAX_SPEAKER = 60;

/** @param before the text of the sentence in front of the pair */
function goesOnAfter({ kind }: Pair, before: string, after: string): boolean {
  const isFirst = !/[\p{L}\p{N}]/u.test(before);
  if (kind === 'title') return true;
  if (kind === 'bracket') return !isFirst;
  if (attribute.test(after)) return true;
  if (isFirst) return speaker.test(after);
  // A speech has a colon or a comma before it. Other quotes are words of the sentence.
  return /[\p{L}\p{N}]$/u.test(before) && /^\p{sc=Han}/u.test(after);
}

function* unlessBlank(sentence: string): Generator<string> {
  const trimmed = sentence.trim();
  if (trimmed !== '') yield trimmed;
}
