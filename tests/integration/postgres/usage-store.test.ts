import { beforeEach, describe, expect, test } from 'vitest';
import {
  closeDatabases,
  database,
} from '../../../functions/adapters/postgres/connection/database.ts';
import { usageStore } from '../../../functions/adapters/postgres/ledger/entry-store.ts';
import { periodStarts, usageBuckets } from '../../../functions/domain/ledger/usage.ts';
import { type UsagePeriod, usagePeriods } from '../../../src/contract/usage.ts';
import { databaseOfBlock } from '../../support/database.ts';
import { at, type LedgerCommand } from '../../support/ledger-commands.ts';
import { obeyStored, storeWallet } from '../../support/stored-ledger.ts';
import { thoroughness } from '../../support/thoroughness.ts';

const DAY_HOURS = 24;

describe.each(thoroughness.databases)('use on the %s database', (kind) => {
  let { databaseUrl, db } = databaseOfBlock(kind);
  let walletId: string;

  beforeEach(async () => {
    walletId = await storeWallet(db);
  });

  /** A gift every 31 days, for 3 years, of as many credits as it has days to last. */
  async function storeGifts(): Promise<void> {
    for (let hour = 0; hour < 3 * 365 * DAY_HOURS; hour += 31 * DAY_HOURS) {
      const days = 20 + ((hour / 31) % 7);
      await obeyStored(db, walletId, {
        kind: 'grant',
        source: 'operator',
        id: crypto.randomUUID(),
        key: `gift ${hour}`,
        hour: hour + 0.5,
        amount: days,
        until: hour + days * DAY_HOURS,
      });
    }
  }

  async function read(by: UsagePeriod, now: Date, from = db) {
    const starts = periodStarts(by, now);
    const course = await usageStore(from).read({ walletId, by, first: starts[0], now });
    return usageBuckets(starts, course);
  }

  /** The same figures, computed entry by entry. */
  async function counted(by: UsagePeriod, now: Date) {
    const entries = await db
      .selectFrom('entries')
      .where('wallet_id', '=', walletId)
      .selectAll()
      .execute();
    const starts = periodStarts(by, now);
    return starts.map((start, index) => {
      const end = starts[index + 1] ?? now;
      const inside = entries.filter((entry) => entry.at >= start && entry.at < end);
      const sumOf = (...kinds: readonly string[]) =>
        inside
          .filter((entry) => kinds.includes(entry.kind))
          .reduce((sum, entry) => sum + Math.abs(entry.amount), 0);
      const before = entries.filter((entry) => entry.at < end);
      return {
        start: start.toISOString(),
        used: sumOf('capture'),
        added: sumOf('grant', 'refund_reversed'),
        expired: sumOf('expire'),
        refunded: sumOf('refund'),
        balance: before.reduce((sum, entry) => sum + entry.amount, 0),
      };
    });
  }

  test('has in each period the sums of its entries', async () => {
    await storeGifts();
    const now = at(3 * 365 * DAY_HOURS);
    for (const by of usagePeriods) {
      const buckets = await read(by, now);
      expect(buckets).toEqual(await counted(by, now));
      expect(buckets.filter(({ added }) => added > 0).length).toBeGreaterThan(1);
      expect(buckets.filter(({ expired }) => expired > 0).length).toBeGreaterThan(1);
    }
  });

  test('of a whole life, with a debt and its end, adds up to the balance', async () => {
    const [bought, again, run] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
    const buy = { kind: 'grant', source: 'purchase', amount: 100, until: 9_600 } as const;
    const life: readonly LedgerCommand[] = [
      { ...buy, hour: 1, key: 'buy', id: bought },
      { kind: 'hold', hour: 25, key: 'hold', id: run, amount: 80, until: 26 },
      { kind: 'capture', hour: 25.5, key: 'capture', id: run, amount: 70 },
      { kind: 'refund', hour: 50, key: 'refund', id: bought, amount: 100 },
      { ...buy, hour: 75, key: 'buy again', id: again },
    ];
    for (const command of life) await obeyStored(db, walletId, command);
    const now = at(80);
    const buckets = (await read('day', now)).slice(-4);
    expect(buckets).toMatchObject([
      { added: 100, used: 0, refunded: 0, balance: 100 },
      { added: 0, used: 70, refunded: 0, balance: 30 },
      { added: 0, used: 0, refunded: 100, balance: -70 },
      { added: 100, used: 0, refunded: 0, balance: 30 },
    ]);
  });

  test('includes expiries that are due and not yet stored', async () => {
    const gift = { kind: 'grant', source: 'operator', amount: 5, until: 24 } as const;
    await obeyStored(db, walletId, { ...gift, hour: 0, key: 'gift', id: crypto.randomUUID() });
    const buckets = (await read('day', at(49))).slice(-3);
    expect(buckets).toMatchObject([
      { added: 5, expired: 0, balance: 5 },
      { added: 0, expired: 5, balance: 0 },
      { added: 0, expired: 0, balance: 0 },
    ]);
  });

  if (kind === 'server') {
    test('is counted in UTC, in any time zone of the server', async () => {
      await storeGifts();
      const now = at(3 * 365 * DAY_HOURS);
      const expected = await read('day', now);
      const elsewhere = new URL(databaseUrl);
      elsewhere.searchParams.set('options', '-c TimeZone=Pacific/Kiritimati');
      const there = database({ databaseUrl: elsewhere.href });
      expect(await read('day', now, there)).toEqual(expected);
      await closeDatabases();
      db = database({ databaseUrl });
    });
  }
});
