import { expect, it } from 'vitest';
import { statusAt } from '../../../../../src/prerender/blog/status.ts';

const day = new Date('2026-12-24');
const before = Date.parse('2026-12-23T23:59:59.999Z');
const onTheDay = Date.parse('2026-12-24T00:00:00Z');

it.each([
  ['a draft of an earlier day', true, onTheDay + 1, 'draft'],
  ['a post before its day', false, before, 'scheduled'],
  ['a draft before its day', true, before, 'draft'],
  ['a post at the start of its day', false, onTheDay, 'out'],
] as const)('%s, draft: %s, at %i, is %s', (_, draft, nowMs, expected) => {
  expect(statusAt(nowMs, { draft, publishDate: day })).toBe(expected);
});
