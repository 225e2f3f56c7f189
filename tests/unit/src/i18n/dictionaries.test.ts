import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { routes } from '../../../../src/contract/routes.ts';
import { callSummaries, problemTitlesWords } from '../../../../src/i18n/words.ts';

const folder = fileURLToPath(new URL('../../../../src/i18n/', import.meta.url));
/** The folders of the languages, also of those that an adopter added. */
const languages = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const translated = languages.filter((language) => language !== 'en');

/** The dictionaries of the pages, and that of what an adopter adds. */
const ofPages = ['site', 'account', 'flows', 'api', 'own'] as const;

/** The contract has the English texts of the API. */
const reference = {
  problemTitles: problemTitlesWords.en,
  callSummaries: callSummaries(routes).en,
};

function dictionariesIn(language: string): Readonly<Record<string, object>> {
  const files = readdirSync(folder + language).filter((name) => name.endsWith('.json'));
  const read = files.map((name) => [
    name.replace('.json', ''),
    JSON.parse(readFileSync(`${folder}${language}/${name}`, 'utf8')),
  ]);
  return { ...(language === 'en' && { 'api-reference': reference }), ...Object.fromEntries(read) };
}

/** Every text of a language with its key, as `site.frame.skip`. */
const textsIn = (language: string) => texts(dictionariesIn(language));

function texts(dictionary: object, prefix = ''): [string, string][] {
  return Object.entries(dictionary).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[`${prefix}${key}`, value] as [string, string]]
      : texts(value, `${prefix}${key}.`),
  );
}

const places = (text: string) =>
  [...text.matchAll(/\{(\w+)\}/g)]
    .map(([place]) => place.replace(/wanPixels/i, 'megapixels').toLowerCase())
    .sort();
const originals = textsIn('en');

/** Texts of every language alike: names of formats, marks, a text of the specification. */
const alike =
  /^(?:site\.app\.test|site\.product\.choices|messages\.fact|flows\.flows\.units\.count|flow-catalogue\.imageShrink\.labels\.(?:avif|webp)|flow-catalogue\.socialCard\.labels\.(?:sizes\.)?(?:open-graph|x)(?:\.png)?)$/;

it('app.test is the text of the specification in every language', () => {
  const said = languages.map((language) => new Map(textsIn(language)).get('site.app.test'));
  expect(said).toEqual(languages.map(() => 'test 123'));
});

it('no key of the pages is in two dictionaries', () => {
  const sections = ofPages.flatMap((name) => Object.keys(dictionariesIn('en')[name] ?? {}));
  expect(sections).toEqual([...new Set(sections)]);
});

it.each(originals)('%s has one syntax for places', (_, text) => {
  expect(text).not.toMatch(/\{\{|\}\}|\$\{/);
});

it.each(translated)('%s has the keys of the default language', (language) => {
  const keys = textsIn(language).map(([key]) => key);
  expect(keys.sort()).toEqual(originals.map(([key]) => key).sort());
});

it.each(translated)('%s fills the same places', (language) => {
  const said = new Map(textsIn(language));
  const wrong = originals.filter(
    ([key, text]) => `${places(said.get(key) ?? '')}` !== `${places(text)}`,
  );
  expect(wrong).toEqual([]);
});

it('every Chinese text is Chinese', () => {
  const others = textsIn('zh').filter(
    ([key, text]) => !alike.test(key) && !/\p{sc=Han}/u.test(text),
  );
  expect(others.map(([key]) => key)).toEqual([]);
});
