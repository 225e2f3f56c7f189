/**
 * The languages of the product; `docs/your-service.md` says how to add one. `src/site.config.ts` has
 * the other settings: every page loads this file, and would load the packs with it.
 */

/** The codes, the default language first. */
export const allLanguages = ['en', 'zh'] as const;

/** Languages that the product knows and does not show; the default one is always shown. */
export const hiddenLanguages: readonly string[] = [];

/** The facts that the code needs, as `src/contract/language-records.ts` explains them. */
export const records = {
  en: {
    tag: 'en',
    numberLocale: 'en',
    // British: `20 November 2026`.
    dateLocale: 'en-GB',
    currency: 'USD',
    script: 'Latn',
    spacesNumbers: false,
    sentenceGap: ' ',
  },
  zh: {
    // Simplified.
    tag: 'zh-CN',
    numberLocale: 'zh',
    dateLocale: 'zh',
    currency: 'CNY',
    script: 'Hans',
    spacesNumbers: true,
    sentenceGap: '',
  },
} as const;
