import { expect, it } from 'vitest';
import { formatsOf } from '../../../../../src/client/formats.ts';
import {
  type EntryReply,
  entriesQuerySchema,
  entryKinds,
} from '../../../../../src/contract/entries.ts';
import en from '../../../../../src/i18n/en/account.json' with { type: 'json' };
import zh from '../../../../../src/i18n/zh/account.json' with { type: 'json' };
import {
  entryFilterNames,
  entryFilters,
  entryTexts,
  kindQuery,
} from '../../../../../src/islands/account/Entries.tsx';

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

function texts(given: Partial<EntryReply>) {
  return entryTexts(entry(given), en.account, names, formatsOf('en', en.account));
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
  ['A tool: 2 credits held', { kind: 'hold' }, '–'],
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
  expect(texts(given)).toMatchObject({ title, change });
});

it('names the note or the service, but not for our own flows', () => {
  expect(texts({ kind: 'grant', source: 'operator', note: 'Sorry' }).detail).toBe('Sorry');
  expect(texts({ kind: 'hold', note: 'invoice 7', service: 'billing' }).detail).toBe('by billing');
  expect(texts({ kind: 'hold', note: 'social-card', service: 'flows' }).detail).toBeUndefined();
});

it('names the key that began a run, of whatever tool', () => {
  const byKey = { kind: 'capture', key: 'CI' } as const;
  const { detail } = texts({ ...byKey, note: 'social-card', service: 'flows' });
  expect(detail).toBe('by the key “CI”');
  expect(texts({ ...byKey, note: 'gone', service: 'flows' }).detail).toBe(
    'by flows · by the key “CI”',
  );
});

it('uses the Chinese terms', () => {
  const say = (kind: EntryReply['kind']) =>
    entryTexts(entry({ kind, note: '报告' }), zh.account, names, formatsOf('zh', zh.account)).title;
  expect([say('hold'), say('capture'), say('release')]).toEqual([
    '报告：预扣 2 积分',
    '报告：结算 2 积分',
    '报告：退回 2 积分',
  ]);
});

it('every kind of entry is in one filter besides «all»', () => {
  const kinds = entryFilterNames.flatMap((name) => [...entryFilters[name]]);
  expect(kinds.toSorted()).toEqual([...entryKinds].toSorted());
});

it.each(entryFilterNames)('the filter «%s» is a valid query', (name) => {
  expect(entriesQuerySchema.safeParse({ kind: kindQuery(name) }).success).toBe(true);
});

it('all of them is no query', () => {
  expect(kindQuery('all')).toBeUndefined();
});
