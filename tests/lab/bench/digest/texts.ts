import { wordsOf } from '../../../../functions/flows/text/words.ts';
import type { LabelledText } from '../../../support/labelled-texts.ts';

/** How many of the first phrases are looked at. */
export const AT = 8;

/** The share of the first eight phrases that were marked. Forms of a word are alike. */
export function precisionAt8(found: readonly string[], { phrases }: LabelledText): number {
  const marked = new Set(phrases.map(formOf));
  return found.slice(0, AT).filter((phrase) => marked.has(formOf(phrase))).length / AT;
}

function formOf(phrase: string): string {
  const words = wordsOf(phrase);
  const isHan = words.some(({ script }) => script === 'han');
  return words.map(({ key }) => key).join(isHan ? '' : ' ');
}
