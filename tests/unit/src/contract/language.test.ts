import { expect, it } from 'vitest';
import { languageOfPath, localizedPath } from '../../../../src/contract/language.ts';

it.each([
  ['/', 'en', '/'],
  ['/', 'zh', '/zh/'],
  ['/blog/post/', 'en', '/blog/post/'],
  ['/blog/post/', 'zh', '/zh/blog/post/'],
] as const)('%s in %s is %s', (path, language, expected) => {
  expect(localizedPath(path, language)).toBe(expected);
  expect(languageOfPath(expected)).toBe(language);
});

it.each(['/zhang/', '/blog/zh/', '', '/?zh', '/ZH/'])('%j is a path in English', (path) => {
  expect(languageOfPath(path)).toBe('en');
});
