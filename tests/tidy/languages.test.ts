import { describe, expect, test } from 'vitest';
import { sourceFiles } from './source-files.ts';

/** The signs of a special case: words in a language's script, its code, a comparison with it. */
const special = /\p{sc=Han}|['"`(](?:zh|zh-\w+)['"`)]|\bzh:|[!=]== '(?:en|zh)'/u;

/** The folders of the languages. */
const home =
  /^src\/(?:site\.config\.ts$|languages\.config\.ts$|contract\/language\.ts$|i18n\/\w+\/|content\/(?:blog|pages|tags|authors)\/)/;

/** Files about a script, for readers of any language, each with its reason. */
const aboutScripts: Readonly<Record<string, string>> = {
  'src/contract/cjk-markdown.ts': 'reads emphasis beside characters without spaces',
  'src/content/markdown-plugins.ts': 'keeps dates in Han characters on one line',
  'functions/flows/documents/pdf-signs.ts': 'knows the numbers, marks and spaces of Chinese lines',
  'functions/flows/text/formulas.ts': 'knows greetings and formalities in both scripts',
  'functions/flows/text/outline.ts': 'knows how both scripts number clauses',
  'functions/flows/text/phrase-chunks.ts': 'finds names in Chinese by what a text repeats',
  'functions/flows/text/sentence-signals.ts':
    'knows words of decisions and figures in both scripts',
  'functions/flows/text/words.ts': 'cuts Chinese into words and lists its stop words',
  'src/i18n/document-words.ts': 'collects the words of the digest in every language',
  'src/i18n/every-language.ts': 'joins the first languages with the others',
  'src/i18n/words.ts': 'collects the dictionaries of every language',
  'src/prerender/pricing/card-gallery.ts': 'has cards in six scripts',
  'src/prerender/social-cards/fonts.ts': 'names characters that a font lacks',
  'src/drawing/line-pieces.ts': 'says where Chinese lines may break',
  'src/search/query.ts': 'cuts what is typed without spaces into words',
  'src/styles/global.css': 'sets Chinese type: no italics, other line heights',
};

const files = ['src', 'functions', 'infra'].flatMap((folder) =>
  sourceFiles(folder, ['.ts', '.tsx', '.mjs', '.cjs', '.astro', '.css', '.json']),
);
const found = files
  .filter(({ path, text }) => !home.test(path) && special.test(text))
  .map(({ path }) => path);

describe('a language is data', () => {
  test('no code makes a language a special case, except code about a script', () => {
    expect(found.filter((path) => !(path in aboutScripts))).toEqual([]);
  });

  test('every exception is still one', () => {
    expect(Object.keys(aboutScripts).filter((path) => !found.includes(path))).toEqual([]);
  });

  test.each([
    "const a = '积分';",
    "if (language === 'en') return;",
    "new Intl.NumberFormat('zh')",
    'a { content: ""; } p:lang(zh) {}',
    "const a = { en: 'a', zh: 'b' };",
  ])('%s is found', (text) => {
    expect(text).toMatch(special);
  });
});
