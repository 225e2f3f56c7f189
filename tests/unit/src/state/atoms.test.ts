import { createStore } from 'jotai/vanilla';
import { expect, it } from 'vitest';
import { flowsAtom } from '../../../../src/client/state/flows.ts';
import { currentLanguageAtom } from '../../../../src/client/state/language.ts';
import { favoritedBlogItemsAtom, favoritedBlogsAtom } from '../../../../src/client/state/layout.ts';
import { sessionAtom } from '../../../../src/client/state/session.ts';

it.each([
  ['favoritedBlogs', favoritedBlogsAtom, []],
  ['favoritedBlogItems', favoritedBlogItemsAtom, []],
  ['flows', flowsAtom, []],
  ['currentLanguage', currentLanguageAtom, 'en'],
  ['session', sessionAtom, { status: 'loading' }],
] as const)('the atom %s has the default of the specification', (_, atom, expected) => {
  expect(createStore().get<unknown>(atom)).toEqual(expected);
});
