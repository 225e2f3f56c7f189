import type { TextPlace } from '../../../src/contract/flows.ts';
import { withoutCues } from './subtitles.ts';

/** Finds a part of one of the sentences in the source, by its place in the sentence. */
export type Locate = (index: number, start?: number, end?: number) => TextPlace | undefined;

/** Markdown's hidden parts: targets of links, names of notes, tags, and references to characters. */
const hidden = /\]\([^()\s]*\)|\[\[[^[\]|\n]{1,200}\||<[^<>]{1,200}>|&\w{1,20};/g;
const letter = /[\p{L}\p{N}]/gu;

/** How many sentences may lack a place. Each search goes to the end of the source. */
const MAX_MISSED = 50;

/**
 * Places of sentences in the source that they were read from. Marks of Markdown may stand between
 * their letters, so only letters and digits are compared, in their order.
 * @param sentences in the order of the source
 * @param isMarkdown whether the source has marks that nobody reads
 * @returns a function that gives places in UTF-16 units, or nothing where the letters differ
 */
export function locator(
  source: string,
  sentences: readonly { readonly text: string }[],
  isMarkdown = true,
): Locate {
  const shown = isMarkdown
    ? withoutCues(source).replace(hidden, (found) => ' '.repeat(found.length))
    : source;
  const places = Array.from(shown.matchAll(letter), ({ index, 0: { length } }) => ({
    index,
    length,
  }));
  const letters = lettersOf(shown);
  const starts: (number | undefined)[] = [];
  let from = 0;
  let missed = 0;
  for (const { text } of sentences) {
    const found = lettersOf(text);
    const at = missed < MAX_MISSED ? letters.indexOf(found, from) : -1;
    starts.push(at < 0 ? undefined : at);
    if (at >= 0) from = at + found.length;
    else missed += 1;
  }
  // A letter outside the basic plane takes two units of the text, and one place.
  const placeAt = places.flatMap((place) => (place.length === 1 ? [place] : [place, place]));
  const counts = new Map<number, Uint32Array>();
  return (index, start = 0, end = sentences[index]?.text.length ?? 0) => {
    const at = starts[index];
    const text = sentences[index]?.text ?? '';
    if (at === undefined) return undefined;
    // A sentence may have all the places that are asked for, so its letters are counted once.
    const before = counts.get(index) ?? lettersBefore(text);
    counts.set(index, before);
    const first = placeAt[at + (before[start] ?? 0)];
    const last = placeAt[at + (before[end] ?? 0) - 1];
    if (!first || !last) return undefined;
    // The stop of a sentence belongs to it, and so do all marks that begin or end the text.
    let marksFrom = end;
    while (marksFrom > start && before[marksFrom - 1] === before[end]) marksFrom -= 1;
    const marks = text.slice(marksFrom, end);
    const lastEnd = last.index + last.length;
    const hasMarks = source.startsWith(marks, lastEnd);
    let opensTo = start;
    while (opensTo < end && before[opensTo + 1] === before[start]) opensTo += 1;
    const opening = text.slice(start, opensTo);
    const hasOpening = source.endsWith(opening, first.index);
    return {
      start: hasOpening ? first.index - opening.length : first.index,
      end: hasMarks ? lastEnd + marks.length : lastEnd,
    };
  };
}

function lettersOf(text: string): string {
  return (text.match(letter) ?? []).join('');
}

/** How many units of letters and digits stand before each unit of a text, and before its end. */
function lettersBefore(text: string): Uint32Array {
  const counts = new Uint32Array(text.length + 1);
  for (const {
    index,
    0: { length },
  } of text.matchAll(letter)) {
    counts.fill(1, index + 1, index + 1 + length);
  }
  for (let unit = 1; unit < counts.length; unit += 1) {
    counts[unit] = (counts[unit] ?? 0) + (counts[unit - 1] ?? 0);
  }
  return counts;
}
