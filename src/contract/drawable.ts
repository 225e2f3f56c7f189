import runs from './drawable.json' with { type: 'json' };

/** Hangul, of which our fonts have all syllables. */
const hangul = /^[\uac00-\ud7a3]$/;

/** The first and last code points of the runs that our fonts have. */
const known: readonly (readonly [first: number, last: number])[] = readRuns(runs.codePoints);

/** The runs of a text: from the last code point to the next, and how many follow it, in base 36. */
function readRuns(text: string): readonly (readonly [number, number])[] {
  let last = 0;
  return text.split(' ').map((run) => {
    const [gap = '', more = '0'] = run.split('+');
    const first = last + Number.parseInt(gap, 36);
    last = first + Number.parseInt(more, 36);
    return [first, last];
  });
}

/** Whether the fonts of our cards have a character, without the fonts. */
export function isDrawable(character: string): boolean {
  return Array.from(character).every(
    (part) => hangul.test(part) || isKnown(part.codePointAt(0) ?? 0),
  );
}

function isKnown(codePoint: number): boolean {
  let [from, to] = [0, known.length - 1];
  while (from <= to) {
    const middle = (from + to) >> 1;
    const [first = 0, last = 0] = known[middle] ?? [];
    if (codePoint < first) to = middle - 1;
    else if (codePoint > last) from = middle + 1;
    else return true;
  }
  return false;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Characters without a shape, which no card shows and nobody misses. */
const shapeless = /[\s\p{Cc}\p{Cf}\p{Cs}\p{Variation_Selector}]/gu;

/** The characters of texts that a card cannot show, each once, in their order. */
export function undrawable(
  texts: readonly string[],
  canDraw: (character: string) => boolean = isDrawable,
): readonly string[] {
  const characters = texts.flatMap((text) =>
    Array.from(graphemes.segment(text.normalize('NFC')), ({ segment }) =>
      segment.replace(shapeless, ''),
    ),
  );
  return Array.from(new Set(characters)).filter((one) => one !== '' && !canDraw(one));
}
