import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import {
  defaultLanguage,
  type Language,
  languages,
  otherLanguages,
} from '../../../../src/contract/language.ts';
import { routes } from '../../../../src/contract/routes.ts';
import * as words from '../../../../src/i18n/words.ts';

/** The dictionaries of the pages, and that of what an adopter adds. */
const files = ['site', 'account', 'flows', 'api', 'own'] as const;

function pagesIn(language: Language): object {
  const parts = files.map((name) => {
    const url = new URL(`../../../../src/i18n/${language}/${name}.json`, import.meta.url);
    return [name, JSON.parse(readFileSync(url, 'utf8'))];
  });
  return Object.fromEntries(parts);
}

/** Every text of a language with its key, as `site.frame.skip`. */
function textsIn(language: Language): [string, string][] {
  const { callSummaries, flowName: _name, ownWords: _own, ...constants } = words;
  const sets = { ...constants, callSummaries: callSummaries(routes) };
  const server = Object.entries(sets).map(([name, set]) => [name, set[language]]);
  return texts({ ...pagesIn(language), ...Object.fromEntries(server) });
}

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
const originals = textsIn(defaultLanguage);

/** Texts of every language alike: names of formats, a mark, a text of the specification. */
const alike =
  /^(?:site\.app\.test|site\.product\.choices|flows\.flows\.units\.count|imageShrinkWords\.labels\.(?:avif|webp)|socialCardWords\.labels\.(?:sizes\.)?(?:open-graph|x)(?:\.png)?)$/;

it('app.test is the text of the specification in every language', () => {
  const said = languages.map((language) => new Map(textsIn(language)).get('site.app.test'));
  expect(said).toEqual(languages.map(() => 'test 123'));
});

it('no key of the pages is in two dictionaries', () => {
  const sections = Object.values(pagesIn(defaultLanguage)).flatMap(Object.keys);
  expect(sections).toEqual([...new Set(sections)]);
});

it.each(originals)('%s has one syntax for places', (_, text) => {
  expect(text).not.toMatch(/\{\{|\}\}|\$\{/);
});

it.each(otherLanguages(defaultLanguage))('%s has the keys of the default language', (language) => {
  const keys = textsIn(language).map(([key]) => key);
  expect(keys.sort()).toEqual(originals.map(([key]) => key).sort());
});

it.each(otherLanguages(defaultLanguage))('%s fills the same places', (language) => {
  const translated = new Map(textsIn(language));
  const wrong = originals.filter(
    ([key, text]) => `${places(translated.get(key) ?? '')}` !== `${places(text)}`,
  );
  expect(wrong).toEqual([]);
});

it('every Chinese text is Chinese', () => {
  const others = textsIn('zh').filter(
    ([key, text]) => !alike.test(key) && !/\p{sc=Han}/u.test(text),
  );
  expect(others.map(([key]) => key)).toEqual([]);
});
