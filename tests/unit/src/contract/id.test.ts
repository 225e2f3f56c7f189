import { expect, test } from 'vitest';
import { idSchema } from '../../../../src/contract/id.ts';

test('an id in capital digits is the same as in small ones', () => {
  const id = '0195f0a0-0000-7000-8000-00000000beef';
  expect(idSchema.parse(id.toUpperCase())).toBe(id);
});

test.each(['', '7', '../holds', '0195f0a0000070008000000000000001'])('%j is no id', (text) => {
  expect(idSchema.safeParse(text).success).toBe(false);
});
