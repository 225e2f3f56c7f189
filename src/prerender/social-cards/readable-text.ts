/** The most code points of one character as readers count them; a longer pile of marks is noise. */
const MAX_CODE_POINTS = 8;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The characters of a text as readers count them: a letter with its accents is one. */
export function charactersOf(text: string): string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

/**
 * A text as one line of what can be seen: composed (NFC), white space and control characters as
 * single spaces, and without what has no shape of its own: marks of direction, joiners, variation
 * selectors, lone surrogates, private use.
 */
export function readableText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/[\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Variation_Selector}]/gu, '')
    .replace(/ {2,}/g, ' ')
    .trim();
}

/** What of a readable text the fonts have shapes for; the rest is left out, spaces and all. */
export function drawableText(text: string, canDraw: (character: string) => boolean): string {
  const kept = charactersOf(text).filter(
    (character) => character.length <= MAX_CODE_POINTS * 2 && canDraw(character),
  );
  return readableText(kept.join(''));
}
