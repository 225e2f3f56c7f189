import { expect, it } from 'vitest';
import { contentsOf } from '../../../../../src/prerender/blog/contents.ts';

const headings = (...depths: number[]) =>
  depths.map((depth, index) => ({ depth, slug: `s${index}`, text: `T${index}` }));

it.each([
  [[], 0],
  [[2, 2], 0],
  [[2, 2, 1, 4], 0],
  [[2, 3, 3], 3],
  [[2, 4, 2, 3, 5], 3],
])('headings of the levels %j give a list of %i', (depths, length) => {
  expect(contentsOf(headings(...depths))).toHaveLength(length);
});
