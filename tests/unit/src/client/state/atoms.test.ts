import { createStore } from 'jotai/vanilla';
import { expect, it } from 'vitest';
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
