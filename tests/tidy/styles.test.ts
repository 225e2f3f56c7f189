import { expect, test } from 'vitest';
import { sourceFiles } from './source-files.ts';

/** Named classes of several pages, and the two utilities that every public page has. */
const shared = [
  'button',
  'quiet',
  'text-link',
  'lines',
  'action-row',
  'on-brand',
  'try-for-free',
  'text-soft',
  'sr-only',
];

/** Variants of a class of the page: `account-panel balance`. */
const variants = ['balance', 'used'];

/** The class names in a file's markup that are not the page's own (decision 0031). */
function foreignClasses(page: string, text: string): readonly string[] {
  const lists = [...text.matchAll(/className=(?:"([^"]*)"|\{[^}]*\})/g)].map(
    ([attribute, list]) =>
      list ?? [...attribute.matchAll(/'([^']*)'/g)].map(([, one]) => one).join(' '),
  );
  const names = lists.flatMap((list) => list.split(/\s+/)).filter((name) => name !== '');
  return names.filter(
    (name) => !new RegExp(`^${page}(?:-|$)`).test(name) && ![...shared, ...variants].includes(name),
  );
}

test.each(['account', 'flows'])('the %s page has no utilities but the shared ones', (page) => {
  const files = sourceFiles(`src/islands/${page}`, ['.tsx']);
  expect(files.length).toBeGreaterThan(0);
  expect(files.flatMap(({ text }) => foreignClasses(page, text))).toEqual([]);
});

test('a utility on such a page is found', () => {
  const text = `<p className="account-line mt-4" /><p className={a ? 'flex' : 'account-bar'} />`;
  expect(foreignClasses('account', text)).toEqual(['mt-4', 'flex']);
});
