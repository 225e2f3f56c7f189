import { expect, it } from 'vitest';
import { byLanguage } from '../../../../src/contract/language.ts';
import { storedTextsSchema } from '../../../../src/contract/left-out.ts';

it('a stored text can be read after a language was added or taken away', () => {
  const stored = { en: 'page 2', eo: 'paĝo 2' };
  expect(storedTextsSchema.parse(stored)).toEqual(byLanguage(() => 'page 2'));
  expect(storedTextsSchema.safeParse({ en: 2 }).success).toBe(false);
});
