import { expect, it } from 'vitest';
import { fill } from '../../../../src/i18n/fill.ts';

it.each([
  ['Credits: {number}', { number: 25 }, 'Credits: 25'],
  ['{a} and {b}', { a: 'x', b: 'y' }, 'x and y'],
  ['{a} and {a}', { a: 'x' }, 'x and x'],
  ['Hello, {name}', {}, 'Hello, {name}'],
  ['{name}', { name: '{number}', number: 1 }, '{number}'],
])('%s with %o is %s', (text, values, expected) => {
  expect(fill(text, values)).toBe(expected);
});
