// The scripts that Astro runs before a page: they give i18next its dictionaries. Endpoints such as
// feeds run without them.
import 'astro:scripts/page-ssr.js';
import i18next, { type TFunction } from 'i18next';
import type { Language } from '../contract/language.ts';
import { fill } from './fill.ts';
import { cardRefusalsWords, leftOutWords, socialCardWords } from './words.ts';

const ofThisBuild = new Map<Language, TFunction>();

/**
 * The words of a language, for pages and components during rendering. It never reads "the current
 * language": one process renders every page, in both languages, in parallel.
 */
export function translator(language: Language): TFunction {
  if (import.meta.env.DEV) return i18next.getFixedT(language);
  const known = ofThisBuild.get(language) ?? keeping(i18next.getFixedT(language), language);
  ofThisBuild.set(language, known);
  return known;
}

/** The texts of the flows page, with those that a flow says too. */
export function flowsLabels(language: Language) {
  const t = translator(language);
  const { labels } = socialCardWords[language];
  return {
    ...t('flows', { returnObjects: true }),
    credits: t('account.credits', { returnObjects: true }),
    sessionFailed: t('account.sessionFailed'),
    cardRefusals: cardRefusalsWords[language],
    leftOut: leftOutWords[language],
    cardSizes: {
      'open-graph': labels['sizes.open-graph'],
      x: labels['sizes.x'],
      wechat: labels['sizes.wechat'],
      linkedin: labels['sizes.linkedin'],
    },
  };
}

/**
 * A translator that looks each text up once and caches it. Every page needs the same few dozen
 * texts, and a look-up takes i18next ten microseconds. A count may choose the text, by its form of
 * the plural; the values are filled in afterwards.
 */
function keeping(translate: TFunction, language: Language): TFunction {
  const texts = new Map<unknown, unknown>();
  const plurals = new Intl.PluralRules(language);
  return new Proxy(translate, {
    apply(_target, _self, given: Parameters<TFunction>) {
      const isWhole = given.length === 1;
      const known = isWhole ? texts.get(given[0]) : undefined;
      if (known !== undefined) return known;
      const [key, options = {}]: readonly unknown[] = given;
      if (typeof key !== 'string' || !(options instanceof Object)) return translate(...given);
      const values = Object.fromEntries([...Object.entries(options), ['skipInterpolation', true]]);
      const form = typeof values.count === 'number' ? plurals.select(values.count) : '';
      const cacheKey = isWhole ? key : `${key} ${form} ${values.returnObjects ?? ''}`;
      const text = texts.get(cacheKey) ?? translate(key, values);
      texts.set(cacheKey, text);
      return typeof text === 'string' ? fill(text, values) : text;
    },
  });
}
