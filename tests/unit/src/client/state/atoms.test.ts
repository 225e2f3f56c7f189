import { createStore } from 'jotai/vanilla';
import { expect, it, vi } from 'vitest';
import {
  currentLanguageAtom,
  flowsAtom,
  sessionAtom,
} from '../../../../../src/client/state/atoms.ts';
import {
  favoritedBlogItemsAtom,
  favoritedBlogsAtom,
} from '../../../../../src/client/state/favorite-atoms.ts';

it.each([
  ['favoritedBlogs', favoritedBlogsAtom, []],
  ['favoritedBlogItems', favoritedBlogItemsAtom, []],
  ['flows', flowsAtom, []],
  ['currentLanguage', currentLanguageAtom, 'en'],
  ['session', sessionAtom, { status: 'loading' }],
] as const)('the atom %s has the default of the specification', (_, atom, expected) => {
  expect(createStore().get<unknown>(atom)).toEqual(expected);
});

// Specification, sections 3 and 4: "currentLanguage, default 'en'"; "Language switches between en
// and zh".
it.each([
  ['/zh/pricing/', 'zh'],
  ['/pricing/', 'en'],
])('currentLanguage on %s is %s', (pathname, language) => {
  vi.stubGlobal('location', { pathname });
  const store = createStore();
  store.sub(currentLanguageAtom, () => undefined);
  expect(store.get(currentLanguageAtom)).toBe(language);
});
