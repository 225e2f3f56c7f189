import { expect, it } from 'vitest';
import { pageLanguage } from '../../../../../infra/local/identity/sign-in-page.ts';

it.each([
  ['zh', 'zh'],
  ['zh-Hans-CN', 'zh'],
  ['de zh en', 'zh'],
  ['EN-gb zh', 'en'],
  ['de', 'en'],
  ['', 'en'],
  [undefined, 'en'],
])('the first known language of %j is %s', (uiLocales, language) => {
  expect(pageLanguage(uiLocales)).toBe(language);
});
