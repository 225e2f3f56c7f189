// The scripts that Astro runs before a page: they give i18next its dictionaries. Endpoints such as
// feeds run without them.
import 'astro:scripts/page-ssr.js';
import i18next, { type TFunction } from 'i18next';
import type { Language } from '../contract/language.ts';

const ofThisBuild = new Map<Language, TFunction>();

/**
 * The words of a language, for pages and components during rendering. It never reads "the current
 * language": one process renders every page, in both languages, in parallel.
 */
export function translator(language: Language): TFunction {
  if (import.meta.env.DEV) return i18next.getFixedT(language);
  const known = ofThisBuild.get(language) ?? keeping(i18next.getFixedT(language));
  ofThisBuild.set(language, known);
  return known;
}

/** The most cached texts of a language: more than it has, with the numbers in them. */
const MAX_KEPT_TEXTS = 5_000;

/**
 * A translator that looks each text up once and caches it. Every page needs the same few dozen
 * texts, and a look-up takes i18next ten microseconds. It caches texts without values and with
 * numbers as values; names and titles are too many.
 */
function keeping(translate: TFunction): TFunction {
  const texts = new Map<string, unknown>();
  return new Proxy(translate, {
    apply(_target, _self, given: Parameters<TFunction>) {
      const key = keyOf(given);
      if (key === undefined) return translate(...given);
      if (texts.has(key)) return texts.get(key);
      const text: unknown = translate(...given);
      if (texts.size < MAX_KEPT_TEXTS) texts.set(key, text);
      return text;
    },
  });
}

function keyOf([key, values]: readonly unknown[]): string | undefined {
  if (typeof key !== 'string') return undefined;
  if (values === undefined) return key;
  if (typeof values !== 'object' || values === null) return undefined;
  const areNumbers = Object.values(values).every((value) => typeof value === 'number');
  return areNumbers ? `${key} ${JSON.stringify(values)}` : undefined;
}
