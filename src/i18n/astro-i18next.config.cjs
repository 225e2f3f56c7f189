const path = require('node:path');
const { defaultLanguage, languages } = require('../contract/language.ts');

/**
 * Read by the astro-i18next integration. A .cjs file, because its loader finds no .mjs on Node 24
 * and then runs in the language `cimode` without a word.
 * @type {import('astro-i18next').AstroI18nextConfig}
 */
module.exports = {
  defaultLocale: defaultLanguage,
  locales: [...languages],
  load: ['server'],
  i18nextServer: {
    // The dictionaries are read before the first page is rendered, not while it is.
    initAsync: false,
    showSupportNotice: false,
    returnEmptyString: false,
    interpolation: { escapeValue: false },
    backend: { loadPath: path.join(__dirname, 'locales/{{lng}}/{{ns}}.json') },
  },
};
