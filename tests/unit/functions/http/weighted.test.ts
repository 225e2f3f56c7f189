import { expect, test } from 'vitest';
import { readWeighted } from '../../../../functions/http/negotiation.ts';

test.each([
  ['a', [{ name: 'a', weight: 1 }]],
  ['A/B ; level=1 ; q=0.5', [{ name: 'a/b', weight: 0.5 }]],
  [
    'a, b;q=0',
    [
      { name: 'a', weight: 1 },
      { name: 'b', weight: 0 },
    ],
  ],
  ['a;q=x', [{ name: 'a', weight: 0 }]],
  ['a;Q=0.2', [{ name: 'a', weight: 0.2 }]],
])('%j lists %j', (header, listed) => {
  expect(readWeighted(header)).toEqual(listed);
});

test('only the beginning of an endless header is looked at', () => {
  expect(readWeighted('a,'.repeat(100_000))).toHaveLength(251);
});
