import { expect, it } from 'vitest';
import { pageLanguage } from '../../../../../infra/local/identity-provider/words.ts';

it.each([
  ['zh', 'zh'],
  ['zh-Hans-CN', 'zh'],
  ['de zh en', 'zh'],
  ['EN-gb zh', 'en'],
  ['de', 'en'],
  ['', 'en'],
  [undefined, 'en'],
])('of the languages %j, the first that there are words in is %s', (uiLocales, language) => {
  expect(pageLanguage(uiLocales)).toBe(language);
});
