import * as z from 'zod/mini';
import { type ByLanguage, byLanguage, defaultLanguage } from './language.ts';

/** A text in each language, as stored. New languages get the default one's, and lost ones go. */
export const storedTextsSchema = z.pipe(
  z.record(z.string(), z.string()),
  z.transform(
    (texts): ByLanguage<string> =>
      byLanguage((language) => texts[language] ?? texts[defaultLanguage] ?? ''),
  ),
);
