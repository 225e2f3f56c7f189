/**
 * What folding may change: all but ASCII without capitals, the punctuation of both languages, which
 * is no part of a word, and the common Han characters.
 */
const unsettled =
  /[^\0-@[-\x7f\u2010-\u2027\u3000-\u303f\u3400-\u9fff\uff01-\uff0c\uff1a-\uff20]/gu;

/** Accents, and what is written but not seen: soft hyphens and joiners. */
const unseen = /[\u0300-\u036f]|[\u00ad\u200b-\u200d\u2060\ufeff]/g;

/** A folded text, with the place in the original of each of its UTF-16 code units. */
export interface FoldedText {
  readonly text: string;
  /** One more than the text is long: the last one is the end of the original. */
  readonly places: readonly number[];
}

/**
 * A text as search compares it: without case, accents and the width of East Asian forms, so that
 * `Ｃafé` and `CAFE` are the same. Simplified and Traditional characters stay what they are.
 * Source: Unicode Standard Annex 15 (NFKD); the Unicode Standard, section 3.13, on caseless matching.
 */
export function fold(text: string): string {
  return text.replace(unsettled, foldCharacter);
}

/** The same text as `fold` makes, for whoever has to find in the original what it found in that. */
export function foldWithPlaces(original: string): FoldedText {
  const places: number[] = [];
  let text = '';
  let at = 0;
  for (const character of original) {
    const folded = fold(character);
    for (let unit = 0; unit < folded.length; unit += 1) places.push(at);
    text += folded;
    at += character.length;
  }
  return { text, places: [...places, at] };
}

/** Large and then small: that also makes one of the letters that only large writing makes alike. */
function foldCharacter(character: string): string {
  const bare = character.normalize('NFKD').replace(unseen, '');
  return bare.toUpperCase().toLowerCase().normalize('NFC');
}
