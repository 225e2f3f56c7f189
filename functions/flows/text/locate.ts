import type { TextPlace } from '../../../src/contract/flows.ts';

/** Finds a part of one of the sentences in the source, by its place in the sentence. */
export type Locate = (index: number, start?: number, end?: number) => TextPlace | undefined;

/** What Markdown does not show: targets of links, tags, and references to characters. */
const hidden = /\]\([^()\s]*\)|<[^<>]{1,200}>|&\w{1,20};/g;
const letter = /[\p{L}\p{N}]/gu;

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
  const shown = isMarkdown ? source.replace(hidden, (found) => ' '.repeat(found.length)) : source;
  const places = Array.from(shown.matchAll(letter), ({ index, 0: { length } }) => ({
    index,
    length,
  }));
  const letters = lettersOf(shown);
  const starts: (number | undefined)[] = [];
  let from = 0;
  for (const { text } of sentences) {
    const found = lettersOf(text);
    const at = letters.indexOf(found, from);
    starts.push(at < 0 ? undefined : at);
    if (at >= 0) from = at + found.length;
  }
  // A letter outside the basic plane takes two units of the text, and one place.
  const placeAt = placesByUnit(places);
  return (index, start = 0, end = sentences[index]?.text.length ?? 0) => {
    const at = starts[index];
    const text = sentences[index]?.text ?? '';
    if (at === undefined) return undefined;
    const first = placeAt[at + lettersOf(text.slice(0, start)).length];
    const last = placeAt[at + lettersOf(text.slice(0, end)).length - 1];
    if (!first || !last) return undefined;
    return { start: first.index, end: endOf(source, last.index + last.length, text.slice(0, end)) };
  };
}

function lettersOf(text: string): string {
  return (text.match(letter) ?? []).join('');
}

interface Letter {
  readonly index: number;
  readonly length: number;
}

function placesByUnit(places: readonly Letter[]): readonly Letter[] {
  return places.flatMap((place) => (place.length === 1 ? [place] : [place, place]));
}

/** The end with the marks that end the text: the stop of a sentence belongs to it. */
function endOf(source: string, end: number, text: string): number {
  const marks = /[^\p{L}\p{N}]*$/u.exec(text)?.[0] ?? '';
  return source.startsWith(marks, end) ? end + marks.length : end;
}
