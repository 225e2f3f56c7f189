import { afterEach, expect, test, vi } from 'vitest';
import type { Field } from '../../../../../src/islands/flows/form-fields.ts';
import { keepTitle, keptTitle, titleOf } from '../../../../../src/islands/flows/run-titles.ts';
import { stubStorage } from '../../../../support/browser-storage.ts';

const named = (name: string) => ({ name, title: name, description: undefined, isRequired: true });
const fields: readonly Field[] = [
  { ...named('picture'), kind: 'picture', mediaTypes: ['image/png'], maxBytes: 9 },
  { ...named('text'), kind: 'text', minLength: 0, maxLength: 99, initial: '' },
];
const file = new Blob();
const picture = { name: 'mill.png', bytes: 1, mediaType: 'image/png', base64: '', file };

afterEach(() => void vi.unstubAllGlobals());

test.each([
  [{ text: 'A mill' }, 'A mill'],
  [{ text: '  \n# 水车\n\n第一段' }, '水车'],
  [{ picture, text: 'A mill' }, 'mill.png'],
  [{ text: 'a'.repeat(99) }, `${'a'.repeat(59)}…`],
  [{ text: ' \n' }, ''],
  [{}, ''],
])('of %j the title is %j', (draft, title) => {
  expect(titleOf(draft, fields)).toBe(title);
});

test('the tab keeps the last forty titles, and gives each by its run', () => {
  stubStorage('sessionStorage');
  for (let index = 0; index < 45; index += 1) keepTitle(`run-${index}`, `title ${index}`);
  keepTitle('run-44', '');
  expect([keptTitle('run-4'), keptTitle('run-5'), keptTitle('run-44')]).toEqual([
    undefined,
    'title 5',
    'title 44',
  ]);
});

test.each(['', 'no JSON', '[]', '{"a":1}'])('what somebody else stored is no title: %j', (text) => {
  vi.stubGlobal('sessionStorage', { getItem: () => text });
  expect(keptTitle('a')).toBeUndefined();
});
