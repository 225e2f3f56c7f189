import { expect, it } from 'vitest';
import { languagePaths } from '../../../../src/i18n/paths.ts';

it('a page that exists in every language has one path for each, the default one unprefixed', () => {
  expect(languagePaths()).toEqual([
    { params: { language: undefined }, props: { language: 'en' } },
    { params: { language: 'zh' }, props: { language: 'zh' } },
  ]);
});
