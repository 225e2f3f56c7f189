// The scripts that Astro runs before a page, by which i18next gets its dictionaries. Endpoints such as
// feeds run without them.
import 'astro:scripts/page-ssr.js';
import i18next, { type TFunction } from 'i18next';
import type { Language } from '../contract/language.ts';
import { keeping } from './cached-translator.ts';

const ofThisBuild = new Map<Language, TFunction>();

/**
 * The words of a language, for pages and components while they are rendered. It never asks for
 * "the current language": one process renders every page, in both languages, side by side.
 */
export function translator(language: Language): TFunction {
  if (import.meta.env.DEV) return i18next.getFixedT(language);
  const known = ofThisBuild.get(language) ?? keeping(i18next.getFixedT(language));
  ofThisBuild.set(language, known);
  return known;
}
