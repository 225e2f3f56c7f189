import * as z from 'zod/mini';
import { type ByLanguage, byLanguage, defaultLanguage } from './language.ts';

/**
 * A text in each language, as it was stored. A language that the product has learned since gets the
 * default one's text, and one that it no longer knows is left out.
 */
export const storedTextsSchema = z.pipe(
  z.record(z.string(), z.string()),
  z.transform(
    (texts): ByLanguage<string> =>
      byLanguage((language) => texts[language] ?? texts[defaultLanguage] ?? ''),
  ),
);
