/** The code points that one character may have; a longer pile of marks is noise. */
const MAX_CODE_POINTS = 8;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The graphemes of a text: a letter with its accents is one character. */
export function charactersOf(text: string): string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

/**
 * The visible characters of a text on one line. It is composed (NFC); white space and control
 * characters become single spaces. Characters without a shape are removed: marks of direction,
 * joiners, variation selectors, lone surrogates, private use.
 */
export function readableText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/[\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Variation_Selector}]/gu, '')
    .replace(/ {2,}/g, ' ')
    .trim();
}

/** The characters of a readable text that the fonts can draw. */
export function drawableText(text: string, canDraw: (character: string) => boolean): string {
  const drawable = charactersOf(text).filter(
    (character) => character.length <= MAX_CODE_POINTS * 2 && canDraw(character),
  );
  return readableText(drawable.join(''));
}
