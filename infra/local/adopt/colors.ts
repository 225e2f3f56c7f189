import { contrast, darkPaper, readable } from '../../../src/drawing/colors.ts';

/** The least contrast of text by WCAG 2.2, 1.4.3. */
export const MIN_CONTRAST = 4.5;
/** The ink of the light theme (`src/styles/global.css`). */
const INKS = ['#1c2536', '#4a5670'] as const;
const WHITE = '#ffffff';
/** Coins and lines on the brand are thin, and need more contrast than text. */
const ON_DARK_CONTRAST = 6;

export interface OwnColors {
  readonly brand: string;
  readonly accent: string;
  readonly paper: string;
}

/** A colour that is hard to read, and the nearest of its hue that is not. */
export interface WeakColor {
  readonly name: keyof OwnColors;
  readonly sentence: string;
  readonly better: string;
}

/** The colours that people could not read, each with a better one. */
export function weakColors({ brand, accent, paper }: OwnColors): readonly WeakColor[] {
  const weak: WeakColor[] = [];
  const check = (
    name: keyof OwnColors,
    color: string,
    others: readonly string[],
    lighter = false,
  ) => {
    const lowest = Math.min(...others.map((other) => contrast(color, other)));
    if (lowest >= MIN_CONTRAST) return;
    const better = readable(color, others, lighter, MIN_CONTRAST);
    const has = `has a contrast of ${lowest.toFixed(1)} to ${others.join(' and ')}`;
    const sentence = `${name} ${color} ${has}, and text needs ${MIN_CONTRAST} (WCAG 2.2, 1.4.3): ${better} has it.`;
    weak.push({ name, sentence, better });
  };
  check('paper', paper, INKS, true);
  check('brand', brand, [WHITE, paper]);
  check('accent', accent, [WHITE, paper]);
  return weak;
}

/** The colours of the configuration: those of a founder, and what follows from them. */
export function allColors({ brand, accent, paper }: OwnColors) {
  const dark = [darkPaper, brand];
  return {
    brand,
    paper,
    accent,
    accentOnDark: readable(accent, dark, true, ON_DARK_CONTRAST),
    lines: readable(brand, [WHITE, paper], false, ON_DARK_CONTRAST),
    linesOnDark: readable(brand, dark, true, ON_DARK_CONTRAST),
  };
}
