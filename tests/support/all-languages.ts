import { readFileSync } from 'node:fs';
import { withValues } from '../../infra/local/adopt/config-text.ts';

/** The file that says which languages are hidden. */
export const languageFile = 'src/languages.config.ts';

/** The text of that file, as it is in a product that shows every language. */
export function withAllLanguages(text: string): string {
  return withValues(text, new Map([['hiddenLanguages', []]]));
}

const own = readFileSync(new URL(`../../${languageFile}`, import.meta.url), 'utf8');

/** Whether the files of the product, which other programs than Vitest read, show every language. */
export const showsAllLanguages = own === withAllLanguages(own);
