import { beforeEach, describe, expect, test } from 'vitest';
import { entryStore } from '../../../functions/adapters/postgres/ledger/entry-store.ts';
import { availableCredits, heldCredits } from '../../../functions/domain/ledger/wallet.ts';
import { databaseOfBlock } from '../../support/database.ts';
import { at } from '../../support/ledger-commands.ts';
import { obeyStored, storedLedger, storeWallet } from '../../support/stored-ledger.ts';
import { thoroughness } from '../../support/thoroughness.ts';

describe.each(thoroughness.databases)('entries on the %s database', (kind) => {
  const { db } = databaseOfBlock(kind);
  let walletId: string;

  beforeEach(async () => {
    walletId = await storeWallet(db);
    const [lot, run] = [crypto.randomUUID(), crypto.randomUUID()];
    const gift = { kind: 'grant', source: 'operator', amount: 10, until: 48 } as const;
    await obeyStored(db, walletId, { ...gift, hour: 0, key: `gift-${lot}`, id: lot });
    const hold = { kind: 'hold', amount: 4, until: 24 } as const;
    await obeyStored(db, walletId, { ...hold, hour: 1, key: `hold-${run}`, id: run });
  });

  function list(hour: number, wanted: { before?: number; limit?: number } = {}) {
    return entryStore(db).list({ walletId, now: at(hour), limit: 10, ...wanted });
  }

  test('are listed newest first, with the source and the reason of their lot', async () => {
    expect(await list(2)).toMatchObject([
      { number: 2, kind: 'hold', quantityCredits: 4, reference: expect.stringMatching(/^run of /) },
      { number: 1, kind: 'grant', source: 'operator', reason: 'a reason', actor: 'tester' },
    ]);
  });

  test('as of a time include the expiries that are due by then, which are then stored', async () => {
    const [expired, released] = await list(72, { limit: 2 });
    expect(expired).toMatchObject({ number: 4, kind: 'expire', amountCredits: -10, at: at(48) });
    expect(expired).toMatchObject({ source: 'operator', availableAfterCredits: 0 });
    expect(released).toMatchObject({ number: 3, kind: 'release', at: at(24), heldAfterCredits: 0 });
    const stored = await storedLedger(db, walletId);
    expect(stored.wallet).toMatchObject({ entry_count: 4, available: 0, held: 0 });
    expect(await list(72, { limit: 2 })).toEqual([expired, released]);
    expect(await storedLedger(db, walletId)).toEqual(stored);
  });

  test('before a number begin below it', async () => {
    const numbersBefore = async (before: number) =>
      (await list(2, { before })).map(({ number }) => number);
    expect(await numbersBefore(3)).toEqual([2, 1]);
    expect(await numbersBefore(2)).toEqual([1]);
    expect(await numbersBefore(1)).toEqual([]);
  });

  test('the newest come with the wallet and the use of the same moment', async () => {
    const of = (hours: number, first: number) =>
      entryStore(db).newest({ walletId, now: at(hours), first: at(first), limit: 2 });
    const { entries, wallet, recent } = await of(72, 0);
    expect(entries.map(({ number }) => number)).toEqual([4, 3]);
    expect(availableCredits(wallet)).toBe(entries[0]?.availableAfterCredits);
    expect(heldCredits(wallet)).toBe(entries[0]?.heldAfterCredits);
    expect(recent).toEqual({ usedCredits: 0, beganAt: expect.any(Date) });
    expect((await of(72, 24)).recent).toEqual({ usedCredits: 0, beganAt: undefined });
  });

  test('of other wallets are left out', async () => {
    const other = await storeWallet(db);
    expect(await entryStore(db).list({ walletId: other, now: at(2), limit: 10 })).toEqual([]);
  });

  test('of some kinds have only those kinds', async () => {
    const entries = await entryStore(db).list({
      walletId,
      now: at(72),
      kinds: ['hold', 'expire'],
      limit: 10,
    });
    expect(entries.map(({ number }) => number)).toEqual([4, 2]);
  });
});
