import { expect, it } from 'vitest';
import { contentsOf, statusAt } from '../../../../../src/prerender/blog/post.ts';

const day = new Date('2026-12-24');
const before = Date.parse('2026-12-23T23:59:59.999Z');
const onTheDay = Date.parse('2026-12-24T00:00:00Z');

it.each([
  ['a draft of an earlier day', true, onTheDay + 1, 'draft'],
  ['a post before its day', false, before, 'scheduled'],
  ['a draft before its day', true, before, 'draft'],
  ['a post at the start of its day', false, onTheDay, 'published'],
] as const)('%s, draft: %s, at %i, is %s', (_, draft, nowMs, expected) => {
  expect(statusAt(nowMs, { draft, publishDate: day })).toBe(expected);
});

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
