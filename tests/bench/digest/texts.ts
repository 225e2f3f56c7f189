import { readFileSync } from 'node:fs';
import { wordsOf } from '../../../functions/flows/text/words.ts';

export type TextLanguage = 'english' | 'chinese';

/** A text, and the phrases that somebody marked in it by hand. */
export interface LabelledText {
  readonly title: string;
  readonly text: string;
  readonly phrases: readonly string[];
}

/** The labelled texts of a language: 30 of 80 to 200 words, written for this bench. */
export function labelledTexts(language: TextLanguage): readonly LabelledText[] {
  const all = readFileSync(new URL(`${language}.txt`, import.meta.url), 'utf8');
  return all.split(/^# /m).flatMap((block) => {
    const [title, text, labels] = block.trim().split('\n');
    if (!title || !text || !labels?.startsWith('= ')) return [];
    return [{ title, text, phrases: labels.slice(2).split(' | ') }];
  });
}

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
