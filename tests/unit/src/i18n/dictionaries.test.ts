import { expect, it } from 'vitest';
import en from '../../../../src/i18n/locales/en/translation.json' with { type: 'json' };
import zh from '../../../../src/i18n/locales/zh/translation.json' with { type: 'json' };

/** Every text of a dictionary with its key, as `section.key`. */
function texts(dictionary: object, prefix = ''): [string, string][] {
  return Object.entries(dictionary).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[`${prefix}${key}`, value] as [string, string]]
      : texts(value, `${prefix}${key}.`),
  );
}

const places = (text: string) =>
  [...text.matchAll(/\{\{?\w+\}?\}/g)].map(([place]) => place).sort();
const chinese = new Map(texts(zh));

it('app.test is the text of the specification in both languages', () => {
  expect([en.app.test, zh.app.test]).toEqual(['test 123', 'test 123']);
});

it('both dictionaries have the same keys', () => {
  expect([...chinese.keys()]).toEqual(texts(en).map(([key]) => key));
});

it.each(texts(en))('%s fills the same places in both languages', (key, text) => {
  expect(places(chinese.get(key) ?? '')).toEqual(places(text));
});

it.each(texts(zh).filter(([key]) => key !== 'app.test'))('%s is Chinese', (_, text) => {
  expect(text).toMatch(/\p{Script=Han}/u);
});
