import type { Language } from '../contract/language.ts';

/**
 * How fast people read silently, in words (English) and characters (Chinese) a minute. English:
 * Brysbaert, "How many words do we read per minute?", Journal of Memory and Language 109 (2019).
 * Chinese: Trauzettel-Klosinski and Dietz, IOVS 53(9), 2012, Table 2.
 */
const perMinute: Readonly<Record<Language, number>> = { en: 238, zh: 255 };

/** The time to read a Markdown text, in whole minutes, at least one. */
export function readingMinutes(markdown: string, language: Language): number {
  const granularity = language === 'zh' ? 'grapheme' : 'word';
  const segmenter = new Intl.Segmenter(language, { granularity });
  let count = 0;
  for (const { segment } of segmenter.segment(markdown)) {
    if (/[\p{L}\p{N}]/u.test(segment)) count += 1;
  }
  return Math.max(1, Math.round(count / perMinute[language]));
}
