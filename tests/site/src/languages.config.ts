/** The languages of the tests, in the place of the adopter's. */
export const allLanguages = ['en', 'zh'] as const;

export const hiddenLanguages: readonly string[] = [];

export const records = {
  en: {
    tag: 'en',
    numberLocale: 'en',
    dateLocale: 'en-GB',
    currency: 'USD',
    script: 'Latn',
    spacesNumbers: false,
    sentenceGap: ' ',
  },
  zh: {
    tag: 'zh-CN',
    numberLocale: 'zh',
    dateLocale: 'zh',
    currency: 'CNY',
    script: 'Hans',
    spacesNumbers: true,
    sentenceGap: '',
  },
} as const;
