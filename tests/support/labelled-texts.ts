import { readFileSync } from 'node:fs';

export type TextLanguage = 'english' | 'chinese';

/** A text, and the phrases that somebody marked in it by hand. */
export interface LabelledText {
  readonly title: string;
  readonly text: string;
  readonly phrases: readonly string[];
}

/** The labelled texts of a language: 30 of 80 to 200 words, written for tests and the bench. */
export function labelledTexts(language: TextLanguage): readonly LabelledText[] {
  const file = new URL(`labelled-texts/${language}.txt`, import.meta.url);
  return readFileSync(file, 'utf8')
    .split(/^# /m)
    .flatMap((block) => {
      const [title, text, labels] = block.trim().split('\n');
      if (!title || !text || !labels?.startsWith('= ')) return [];
      return [{ title, text, phrases: labels.slice(2).split(' | ') }];
    });
}
