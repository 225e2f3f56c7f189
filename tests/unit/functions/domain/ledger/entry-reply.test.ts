import { describe, expect, test } from 'vitest';
import {
  cursorAfter,
  entryReplyOf,
  readCursor,
} from '../../../../../functions/domain/ledger/entry-reply.ts';
import { anEntry } from '../../../../support/entries.ts';

describe('an entry, to its owner,', () => {
  test('says what changed, by how much, and the balance after it', () => {
    expect(entryReplyOf(anEntry())).toEqual({
      number: 7,
      kind: 'grant',
      quantity: 25,
      amount: 25,
      available: 30,
      held: 3,
      owed: 1,
      actor: 'system',
      at: '2026-11-21T11:00:00.000Z',
    });
  });

  test('never has the key of a trial, an idempotency key, or the id of a lot or a hold', () => {
    const secrets = { reference: 'f'.repeat(64), idempotencyKey: 'grant trial', lotId: 'lot-1' };
    const text = JSON.stringify(entryReplyOf(anEntry({ ...secrets, source: 'trial' })));
    for (const secret of Object.values(secrets)) expect(text).not.toContain(secret);
    expect(text).toContain('"source":"trial"');
  });

  test('of a hold has the note of its service, and no id', () => {
    const reply = entryReplyOf(anEntry({ kind: 'hold', holdId: 'hold-1', reference: 'run 7' }));
    expect(reply).toMatchObject({ kind: 'hold', note: 'run 7' });
    expect(JSON.stringify(reply)).not.toContain('hold-1');
  });

  test('of a hold without a note has none', () => {
    const reply = entryReplyOf(anEntry({ kind: 'hold', holdId: 'hold-1', reference: '' }));
    expect(reply).not.toHaveProperty('note');
  });

  test('of a gift has its reason', () => {
    const reply = entryReplyOf(anEntry({ source: 'operator', reason: 'for the wait' }));
    expect(reply).toMatchObject({ source: 'operator', note: 'for the wait' });
  });

  test.each([
    ['system', { actor: 'system' }],
    ['service render farm', { actor: 'service', service: 'render farm' }],
    ['service system', { actor: 'service', service: 'system' }],
    ['operator mo@example.com', { actor: 'operator' }],
    ['mo', { actor: 'operator' }],
    ['services', { actor: 'operator' }],
  ])('by %s has the actor %j', (actor, expected) => {
    const { actor: shown, service } = entryReplyOf(anEntry({ actor }));
    expect({ actor: shown, ...(service === undefined ? {} : { service }) }).toEqual(expected);
  });
});

const [mine, other] = ['wallet-1', 'wallet-2'];

test.each([1, 25, 9_007_199_254_740_991])('a cursor after entry %i leads back to it', (number) => {
  expect(readCursor(mine, cursorAfter(mine, number))).toBe(number);
});

test('a cursor is short enough for the query that takes it, and needs no escaping', () => {
  const cursor = cursorAfter(mine, 9_007_199_254_740_991);
  expect(cursor.length).toBeLessThanOrEqual(64);
  expect(cursor).toBe(encodeURIComponent(cursor));
});

test.each([
  ['of another wallet', cursorAfter(other, 25)],
  ['whose number was changed', cursorAfter(mine, 25).replace('25.', '24.')],
  ['without a mark', '25'],
  ['with an empty mark', '25.'],
  ['that is cut off', cursorAfter(mine, 25).slice(0, -1)],
  ['that goes on', `${cursorAfter(mine, 25)}A`],
  ['of entry 0', cursorAfter(mine, 0)],
  ['with a leading zero', `0${cursorAfter(mine, 25)}`],
  ['of a negative number', cursorAfter(mine, -1)],
  ['of a number past all counting', cursorAfter(mine, 1e21)],
  ['that is empty', ''],
  ['of 1 MB', '1'.repeat(1_000_000)],
])('a cursor %s leads nowhere', (_what, cursor) => {
  expect(readCursor(mine, cursor)).toBeUndefined();
});
