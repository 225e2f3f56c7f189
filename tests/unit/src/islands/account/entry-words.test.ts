import { expect, it } from 'vitest';
import { formatsOf } from '../../../../../src/client/formats.ts';
import type { EntryReply } from '../../../../../src/contract/entries.ts';
import en from '../../../../../src/i18n/en/account.json' with { type: 'json' };
import zh from '../../../../../src/i18n/zh/account.json' with { type: 'json' };
import { entryWords } from '../../../../../src/islands/account/entry-words.ts';

const names = {
  flows: {
    'social-card': 'Social card',
    'image-shrink': 'Image shrink',
    'document-digest': 'Document digest',
  },
};

function entry(given: Partial<EntryReply>): EntryReply {
  const rest = { number: 1, amount: 0, available: 9, held: 0, owed: 0, actor: 'system' } as const;
  return { ...rest, kind: 'hold', quantity: 2, at: '2026-11-21T00:00:00.000Z', ...given };
}

function words(given: Partial<EntryReply>) {
  return entryWords(entry(given), en.account, names, formatsOf('en', en.account));
}

it.each<[string, Partial<EntryReply>, string]>([
  ['Trial: 25 credits', { kind: 'grant', source: 'trial', quantity: 25, amount: 25 }, '+25'],
  [
    'Purchase: 100 credits',
    { kind: 'grant', source: 'purchase', quantity: 100, amount: 100 },
    '+100',
  ],
  ['Gift: 1 credit', { kind: 'grant', source: 'operator', quantity: 1, amount: 1 }, '+1'],
  ['Social card: 2 credits held', { kind: 'hold', note: 'social-card' }, '–'],
  ['Social card: 2 credits used', { kind: 'capture', note: 'social-card', amount: -2 }, '−2'],
  ['invoice 7: 2 credits given back', { kind: 'release', note: 'invoice 7' }, '–'],
  ['A flow: 2 credits held', { kind: 'hold' }, '–'],
  [
    'Expired: 5 credits (Trial)',
    { kind: 'expire', source: 'trial', quantity: 5, amount: -5 },
    '−5',
  ],
  [
    'Refund or dispute: 100 credits taken back',
    { kind: 'refund', quantity: 100, amount: -100 },
    '−100',
  ],
  ['Purchase restored: 9 credits', { kind: 'refund_reversed', quantity: 9, amount: 9 }, '+9'],
])('says «%s»', (title, given, change) => {
  expect(words(given)).toMatchObject({ title, change });
});

it('names who else was behind it, but not for the flows of the house', () => {
  expect(words({ kind: 'grant', source: 'operator', note: 'Sorry' }).detail).toBe('Sorry');
  expect(words({ kind: 'hold', note: 'invoice 7', service: 'billing' }).detail).toBe('by billing');
  expect(words({ kind: 'hold', note: 'social-card', service: 'flows' }).detail).toBeUndefined();
});

it('uses the Chinese terms', () => {
  const say = (kind: EntryReply['kind']) =>
    entryWords(entry({ kind, note: '报告' }), zh.account, names, formatsOf('zh', zh.account)).title;
  expect([say('hold'), say('capture'), say('release')]).toEqual([
    '报告：冻结 2 积分',
    '报告：结算 2 积分',
    '报告：解冻 2 积分',
  ]);
});
