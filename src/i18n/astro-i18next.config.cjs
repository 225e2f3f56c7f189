const path = require('node:path');
const { defaultLanguage, languages } = require('../contract/language.ts');

/** The dictionaries of the pages; each key is in one of them, so a look-up goes through all. */
const namespaces = ['site', 'account', 'flows', 'api'];

/**
 * Read by the astro-i18next integration. A .cjs file, because its loader finds no .mjs on Node 24
 * and then runs in the language `cimode` without a word.
 * @type {import('astro-i18next').AstroI18nextConfig}
 */
module.exports = {
  defaultLocale: defaultLanguage,
  locales: [...languages],
  namespaces,
  defaultNamespace: 'site',
  load: ['server'],
  i18nextServer: {
    // The dictionaries are read before the first page is rendered, not while it is.
    initAsync: false,
    showSupportNotice: false,
    returnEmptyString: false,
    // A text that a language lacks is not taken from another: its key is seen.
    fallbackLng: false,
    preload: [...languages],
    fallbackNS: namespaces,
    // A place without a value stays, for the island that fills it.
    interpolation: { escapeValue: false, prefix: '{', suffix: '}' },
    backend: { loadPath: path.join(__dirname, '{{lng}}/{{ns}}.json') },
  },
};
