import { expect, test } from 'vitest';
import { preferredLanguage } from '../../../../functions/http/negotiation.ts';

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['*', 'en'],
  ['fr', 'en'],
  ['zh', 'zh'],
  ['ZH-cn', 'zh'],
  ['zh-Hant-TW', 'zh'],
  ['zh-CN,zh;q=0.9,en;q=0.8', 'zh'],
  ['en-GB,en;q=0.9,zh;q=0.8', 'en'],
  ['en;q=0.1, zh;q=0.2', 'zh'],
  ['fr, zh;q=0.5, en;q=0.4', 'zh'],
  ['zh;q=0', 'en'],
  ['zh;q=0, fr', 'en'],
  ['zh;q=x', 'en'],
  ['zho', 'en'],
  [',;,;q=,', 'en'],
  [`${'fr,'.repeat(100_000)}zh`, 'en'],
])('%j prefers %s', (header, language) => {
  expect(preferredLanguage(header)).toBe(language);
});
