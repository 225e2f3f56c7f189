import type { Query, QueryWord } from './query.ts';
import { matchesTerm } from './terms.ts';
import { foldWithPlaces, joined, type Word, wordsOf } from './words.ts';

/** A piece of a text, marked if it matches the query. */
export interface Piece {
  readonly text: string;
  readonly isMarked: boolean;
}

/** A match of a query word in a text, in UTF-16 code units. */
interface Match {
  readonly start: number;
  readonly end: number;
  /** The index of the word in the query. */
  readonly word: number;
}

/** A text with all matches of a query, in their order. */
export interface MatchedText {
  readonly text: string;
  readonly matches: readonly Match[];
}

/** The length of a passage in characters, for scripts without spaces and for others. */
const passageLength = { run: 70, other: 180 } as const;

/** The part of a passage before the first match, as a fraction of its length. */
const shareBefore = 0.25;

/** The ends of a passage move up to so many UTF-16 code units, to the ends of words. */
const maxShift = 16;

/** The matches examined for one passage; it has no room for more. */
const maxMatches = 100;

/** Finds the matches of a query in a text. */
export function matchText(text: string, query: Query): MatchedText {
  const { text: folded, places } = foldWithPlaces(text);
  const matches = wordsOf(folded)
    .flatMap((word) => query.flatMap((queryWord, index) => matchesOf(word, queryWord, index)))
    .map((match) => ({ ...match, start: places[match.start] ?? 0, end: places[match.end] ?? 0 }))
    .sort((a, b) => a.start - b.start || b.end - a.end);
  return { text, matches };
}

/** The indexes of the query words that the texts have together. */
export function wordsIn(texts: readonly MatchedText[]): ReadonlySet<number> {
  return new Set(texts.flatMap(({ matches }) => matches.map(({ word }) => word)));
}

/** A whole text with its matches marked. */
export function marked(text: MatchedText): readonly Piece[] {
  return piecesOf(text, 0, text.text.length);
}

/** The passage of a text with the most query words, or its beginning if it has none. */
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

function matchesOf({ isRun, parts }: Word, queryWord: QueryWord, word: number): readonly Match[] {
  if (isRun !== queryWord.word.isRun) return [];
  if (isRun) return parts.flatMap(({ text, start }) => runMatches(text, queryWord, word, start));
  const [term] = queryWord.terms;
  return parts.flatMap(({ text, start, end }, from) => {
    if (!term) return [];
    if (matchesTerm(term, text)) return [{ start, end, word }];
    if (!matchesTerm(term, joined({ isRun, parts }, from))) return [];
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

/** The end of the part that has the last of a word's first `length` code units. */
function endOf(parts: Word['parts'], from: number, length: number): number {
  let covered = 0;
  const last = parts.slice(from).find(({ text }) => {
    covered += text.length;
    return covered >= length;
  });
  return (last ?? parts.at(-1))?.end ?? 0;
}

/** The start of the first passage with the most different query words. */
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

/** Moves a cut to the beginning of a word, if one begins near. */
function atWord(text: string, at: number): number {
  if (at <= 0 || at >= text.length) return at;
  const space = text.lastIndexOf(' ', at);
  const cut = at - space <= maxShift ? space + 1 : at;
  // A cut must not separate the two halves of a character.
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
