import { describe, expect, test } from 'vitest';
import { exportReplyOf } from '../../../../../functions/domain/account/export-reply.ts';
import type { PersonalKey } from '../../../../../functions/domain/key/personal-key.ts';
import type { Hold, Lot } from '../../../../../functions/domain/ledger/wallet.ts';
import { exportLimits, exportLists, exportSchema } from '../../../../../src/contract/export.ts';
import { accountRecord } from '../../../../support/accounts.ts';
import { anEntry } from '../../../../support/entries.ts';
import { account, now, storedSession } from '../../../../support/memory-stores.ts';
import { aPurchase, aReversal } from '../../../../support/purchases.ts';
import { aRun } from '../../../../support/runs.ts';
import { userSession } from '../../../../support/user-sessions.ts';

const [sessionId, lotId, holdId] = [
  '0195f0a0-0000-7000-8000-0000000000a1',
  '0195f0a0-0000-7000-8000-0000000000c1',
  '0195f0a0-0000-7000-8000-0000000000d1',
];

const lot: Lot = {
  id: lotId,
  source: 'trial',
  amountCredits: 25,
  remainingCredits: 10,
  heldCredits: 5,
  owedCredits: 0,
  expiredCredits: 0,
  refundedCredits: 0,
  reference: 'the key of the trial',
  actor: 'operator mo',
  grantedAt: now,
  expiresAt: now,
};

const hold: Hold = {
  id: holdId,
  amountCredits: 5,
  split: [{ lotId, amountCredits: 5 }],
  state: 'captured',
  captured: [
    { lotId, amountCredits: 1 },
    { lotId, amountCredits: 2 },
  ],
  reference: 'run 7',
  createdAt: now,
  expiresAt: now,
};

const full = accountRecord({
  sessions: [userSession({ id: sessionId })],
  trialGrantedAt: now,
  wallet: { id: accountRecord().wallet.id, entryCount: 1, lots: [lot], holds: [], keys: [] },
  lots: [lot],
  holds: [hold],
  entries: [anEntry({ reference: 'the key of the trial', actor: 'operator mo' })],
  purchases: [aPurchase({ progress: 'paid', paymentId: 'pi_1', reversals: [aReversal()] })],
  messages: { unwanted: ['runs'], lowMark: 3, language: 'zh' },
  notices: [{ event: 'balance_low', createdAt: now }],
  runs: [aRun({ status: 'succeeded', finishedAt: now, result: [] })],
});

const time = now.toISOString();

const aKey: PersonalKey = {
  ...{ id: '0195f0a0-0000-7000-8000-0000000000c1', walletId: account.walletId, name: 'CI' },
  ...{ ending: 'wxyz', reads: ['balance'], createdAt: now, caps: { day: 100 } },
  use: { life: { spentCredits: 7, heldCredits: 1 } },
};

describe('an export', () => {
  test('has everything that we store, in the form of the contract', () => {
    const reply = exportReplyOf(full, sessionId, now);
    expect(exportSchema.parse(reply)).toEqual(reply);
    expect(reply).toMatchObject({
      exportedAt: time,
      cut: [],
      trial: { grantedAt: time },
      messages: { unwanted: ['runs'], lowMark: 3, language: 'zh' },
      wallet: { available: 10, held: 5, owed: 0 },
      sessions: [{ current: true, userAgent: expect.stringContaining('Firefox') }],
      lots: [{ id: lotId, amount: 25, remaining: 10, held: 5 }],
      holds: [{ id: holdId, amount: 5, captured: 3, reference: 'run 7' }],
      entries: [{ number: 7, actor: 'operator' }],
      purchases: [{ payment: 'pi_1', reversals: [{ id: 're_1', amountMinor: 1_000 }] }],
      notices: [{ event: 'balance_low', createdAt: time, sentAt: null }],
      runs: [{ flow: 'echo', status: 'succeeded', credits: 2, startedAt: time }],
    });
  });

  test('has neither the key of a trial nor the name of an operator', () => {
    const text = JSON.stringify(exportReplyOf(full, sessionId, now));
    expect(text).not.toContain('the key of the trial');
    expect(text).not.toContain('operator mo');
  });

  test('of a new account is empty, and has had no trial', () => {
    const reply = exportReplyOf(accountRecord(), storedSession().id, now);
    expect(reply).toMatchObject({ trial: null, wallet: { available: 0 }, entries: [], cut: [] });
  });

  test.each(exportLists)('that has too many %s says that they are cut off', (list) => {
    const items = {
      sessions: userSession({ id: sessionId }),
      lots: lot,
      holds: hold,
      entries: anEntry(),
      purchases: aPurchase(),
      notices: { event: 'balance_low', createdAt: now } as const,
      keys: aKey,
      runs: aRun(),
    };
    const fill = (length: number) => accountRecord({ [list]: Array(length).fill(items[list]) });
    const limit = exportLimits[list];
    const whole = exportReplyOf(fill(limit), sessionId, now);
    expect([whole.cut, whole[list].length]).toEqual([[], limit]);
    const cut = exportReplyOf(fill(limit + 1), sessionId, now);
    expect([cut.cut, cut[list].length]).toEqual([[list], limit]);
  });

  test('with each list at its longest is within the 6 MB of a Lambda function’s answer', () => {
    const words = '\u{1f30a}'.repeat(200);
    const longest = {
      sessions: userSession({ id: sessionId, userAgent: 'a'.repeat(500) }),
      lots: { ...lot, source: 'refund_reversed', reason: words } as const,
      holds: { ...hold, reference: words },
      entries: anEntry({ holdId, reference: words, actor: `service ${'a'.repeat(100)}` }),
      purchases: aPurchase({ reversals: Array(3).fill(aReversal({ id: 're_'.repeat(10) })) }),
      notices: { event: 'balance_low', createdAt: now, sentAt: now } as const,
      keys: { ...aKey, name: words.slice(0, 60), flows: Array(5).fill('a'.repeat(40)) },
      runs: aRun({ flowId: 'a'.repeat(40), status: 'failed', failure: { code: 'input_refused' } }),
    };
    const lists = exportLists.map((list) => [list, Array(exportLimits[list]).fill(longest[list])]);
    const reply = exportReplyOf(accountRecord(Object.fromEntries(lists)), sessionId, now);
    const answer = JSON.stringify({ body: JSON.stringify(reply) });
    expect(Buffer.byteLength(answer)).toBeLessThan(6_000_000);
    expect(Buffer.byteLength(answer)).toBeGreaterThan(4_000_000);
  });
});
