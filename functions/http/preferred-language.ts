import { defaultLanguage, isLanguage, type Language } from '../../src/contract/language.ts';

/** Longest Accept-Language header that is looked at, in characters. */
const MAX_HEADER_LENGTH = 500;

/**
 * Which of our languages a browser prefers (RFC 9110, section 12.5.4), the default one when it
 * names none of them. Regions and scripts don't matter: `zh-Hant-TW` is Chinese.
 */
export function preferredLanguage(acceptLanguage: string | undefined): Language {
  const ranges = (acceptLanguage ?? '').slice(0, MAX_HEADER_LENGTH).split(',').map(parseRange);
  const wanted = ranges.filter((range) => range.weight > 0).sort((a, b) => b.weight - a.weight);
  return wanted.map((range) => range.language).find(isLanguage) ?? defaultLanguage;
}

function parseRange(range: string): { readonly language: string; readonly weight: number } {
  const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  const weight = quality === undefined ? 1 : Number(quality);
  return { language: tag.split('-', 1)[0] ?? '', weight: Number.isNaN(weight) ? 0 : weight };
}
