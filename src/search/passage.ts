import { foldWithPlaces } from './fold.ts';
import type { Query, QueryWord } from './query.ts';
import { isWanted } from './terms.ts';
import { joined, type Word, wordsOf } from './words.ts';

/** A stretch of a text, which is marked when the query has it. */
export interface Piece {
  readonly text: string;
  readonly isMarked: boolean;
}

/** The places of a text that a word of a query matches, in UTF-16 code units. */
interface Match {
  readonly start: number;
  readonly end: number;
  /** Which word of the query it is. */
  readonly word: number;
}

/** A text with all places at which it has words of a query, in their order. */
export interface MatchedText {
  readonly text: string;
  readonly matches: readonly Match[];
}

/** How long a passage is, in characters of a script without spaces and in others. */
const passageLength = { run: 70, other: 180 } as const;

/** How much of a passage stands before the first match, as a part of its length. */
const shareBefore = 0.25;

/** How far the ends of a passage are moved to the ends of words, in UTF-16 code units. */
const maxShift = 16;

/** Looks a query up in a text. */
export function matchText(text: string, query: Query): MatchedText {
  const { text: folded, places } = foldWithPlaces(text);
  const matches = wordsOf(folded)
    .flatMap((word) => query.flatMap((wanted, index) => matchesOf(word, wanted, index)))
    .map((match) => ({ ...match, start: places[match.start] ?? 0, end: places[match.end] ?? 0 }))
    .sort((a, b) => a.start - b.start || b.end - a.end);
  return { text, matches };
}

/** Which words of a query the texts have together, as their indexes. */
export function wordsIn(texts: readonly MatchedText[]): ReadonlySet<number> {
  return new Set(texts.flatMap(({ matches }) => matches.map(({ word }) => word)));
}

/** A whole text with its matches marked. */
export function marked(text: MatchedText): readonly Piece[] {
  return piecesOf(text, 0, text.text.length);
}

/** The passage of a text that has the most words of a query, or its beginning if it has none. */
export function passage(of: MatchedText): readonly Piece[] {
  const { text, matches } = of;
  const length = /\p{Script=Han}/u.test(text) ? passageLength.run : passageLength.other;
  const from = bestStart(matches, length) - Math.round(length * shareBefore);
  const start = atWord(text, Math.max(0, Math.min(from, text.length - length)));
  const end = atWord(text, Math.min(start + length, text.length));
  const ellipsis = { text: '…', isMarked: false };
  return [
    ...(start > 0 ? [ellipsis] : []),
    ...piecesOf(of, start, end),
    ...(end < text.length ? [ellipsis] : []),
  ];
}

function matchesOf({ isRun, parts }: Word, wanted: QueryWord, word: number): readonly Match[] {
  if (isRun !== wanted.word.isRun) return [];
  if (isRun) return parts.flatMap(({ text, start }) => runMatches(text, wanted, word, start));
  const [term] = wanted.wanted;
  return parts.flatMap(({ text, start, end }, from) => {
    if (!term) return [];
    if (isWanted(term, text)) return [{ start, end, word }];
    if (!isWanted(term, joined({ isRun, parts }, from))) return [];
    return [{ start, end: endOf(parts, from, term.term.length), word }];
  });
}

function runMatches(text: string, { word: { parts } }: QueryWord, word: number, start: number) {
  const run = parts[0]?.text ?? '';
  const matches: Match[] = [];
  for (let at = text.indexOf(run); at !== -1; at = text.indexOf(run, at + run.length)) {
    matches.push({ start: start + at, end: start + at + run.length, word });
  }
  return matches;
}

/** Where the part of a word ends in which its first `length` code units end. */
function endOf(parts: Word['parts'], from: number, length: number): number {
  let covered = 0;
  const last = parts.slice(from).find(({ text }) => {
    covered += text.length;
    return covered >= length;
  });
  return (last ?? parts.at(-1))?.end ?? 0;
}

/** The match from which on a passage has the most different words, the first such one. */
function bestStart(matches: readonly Match[], length: number): number {
  const reach = length * (1 - shareBefore);
  let best = { start: 0, count: 0 };
  for (const [index, { start }] of matches.entries()) {
    const within = matches
      .slice(index, index + maxMatches)
      .filter(({ end }) => end <= start + reach);
    const count = new Set(within.map(({ word }) => word)).size;
    if (count > best.count) best = { start, count };
  }
  return best.start;
}

/** How many matches are looked at for one passage: no more have room in it. */
const maxMatches = 100;

/** A place where a text can be cut: before a word, if one begins near, else where it is. */
function atWord(text: string, at: number): number {
  if (at <= 0 || at >= text.length) return at;
  const space = text.lastIndexOf(' ', at);
  const cut = at - space <= maxShift ? space + 1 : at;
  // Not between the two halves of a character.
  return /[\ud800-\udbff]/.test(text[cut - 1] ?? '') ? cut - 1 : cut;
}

function piecesOf({ text, matches }: MatchedText, start: number, end: number): readonly Piece[] {
  const pieces: Piece[] = [];
  let at = start;
  for (const match of matches) {
    const [from, to] = [Math.max(match.start, at), Math.min(match.end, end)];
    if (from >= to) continue;
    pieces.push({ text: text.slice(at, from), isMarked: false });
    pieces.push({ text: text.slice(from, to), isMarked: true });
    at = to;
  }
  pieces.push({ text: text.slice(at, end), isMarked: false });
  return pieces.filter((piece) => piece.text !== '');
}
