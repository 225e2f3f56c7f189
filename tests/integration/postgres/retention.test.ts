import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { userStore } from '../../../functions/adapters/postgres/account/user-store.ts';
import { auditLedger } from '../../../functions/adapters/postgres/audit/audit.ts';
import { newId } from '../../../functions/adapters/postgres/connection/store-tools.ts';
import {
  creditStore,
  ledgerStore,
} from '../../../functions/adapters/postgres/ledger/ledger-store.ts';
import { sweepStore } from '../../../functions/adapters/postgres/ledger/sweep-store.ts';
import { purchaseStore } from '../../../functions/adapters/postgres/purchase/purchase-store.ts';
import { rowOfRun } from '../../../functions/adapters/postgres/run/run-rows.ts';
import { availableCredits } from '../../../functions/domain/ledger/wallet.ts';
import {
  historyKeptDays,
  keyKeptDays,
  noticeKeptDays,
  retention,
} from '../../../functions/domain/retention/retention.ts';
import { departureKeptDays } from '../../../src/contract/account.ts';
import { databaseOfBlock } from '../../support/database.ts';
import { aPurchase } from '../../support/purchases.ts';
import { aRun } from '../../support/runs.ts';
import { aSignIn, day, day0 } from '../../support/sign-ins.ts';
import { deleteRows, rowCounts } from '../../support/stored-rows.ts';
import { thoroughness } from '../../support/thoroughness.ts';

test('the document on credits has the table of retention', () => {
  const document = readFileSync(new URL('../../../docs/credits.md', import.meta.url), 'utf8');
  const section = document.split('\n## What is kept, and how long\n')[1]?.split('\n## ')[0] ?? '';
  const rows = section.match(/^\| `.*$/gm);
  expect(rows).toEqual(
    Object.entries(retention).map(
      ([table, { kept, why }]) => `| \`${table}\` | ${kept} | ${why} |`,
    ),
  );
});

describe.each(thoroughness.databases)('the retention of the %s database', (kind) => {
  const { db } = databaseOfBlock(kind, auditLedger);

  async function newWallet(sub: string): Promise<string> {
    const result = await userStore(db).signIn(aSignIn(sub));
    if (!result.ok) throw new Error(result.code);
    return result.account.walletId;
  }

  async function hold(walletId: string, idempotencyKey: string, now = day0) {
    const keyed = { idempotencyKey, actor: 'service a', now };
    const command = { walletId, amountCredits: 1, lifeMs: 60_000, reference: '', keyed };
    return ledgerStore(db).hold(command);
  }

  const forget = (part: string, now: Date) => sweepStore(db).forget[part]?.(now);

  test('has a rule for every table, and no other', async () => {
    expect(Object.keys(retention).toSorted()).toEqual(Object.keys(await rowCounts(db)).toSorted());
  });

  test('keeps a caller’s key for its days, and our own for good', async () => {
    const walletId = await newWallet('ada');
    await hold(walletId, 'old');
    await hold(walletId, 'young', day(1));
    expect(await forget('keys', day(keyKeptDays))).toBe(0);
    expect(await hold(walletId, 'old')).toMatchObject({ replayed: true });
    // The answer to a key, and its caller's claim to it.
    expect(await forget('keys', day(keyKeptDays + 0.5))).toBe(2);
    const keys = await db.selectFrom('idempotency_keys').select('key').orderBy('key').execute();
    expect(keys).toEqual([{ key: 'grant trial' }, { key: 'young' }, { key: 'young' }]);
    // An entry of a key that should still be there is a finding.
    await db.deleteFrom('idempotency_keys').where('key', '=', 'young').execute();
    expect(await auditLedger(db)).toMatchObject([{ walletId, rule: 4 }]);
    await deleteRows(db);
  });

  test('passes all keys, a part in each run', async () => {
    const walletId = await newWallet('ada');
    await sql`insert into idempotency_keys (wallet_id, key, actor, request_hash, response, created_at)
      select ${walletId}::uuid, 'key-' || n, 'service a', '', '', ${day0}::timestamptz
      from generate_series(1, 13000) as n`.execute(db);
    const runs = [];
    for (let run = 0; run < 3; run += 1) runs.push(await forget('keys', day(keyKeptDays + 1)));
    expect(runs.map(Number).toSorted((a, b) => b - a)[0]).toBeLessThanOrEqual(6_000);
    expect(runs.reduce((sum, count) => Number(sum) + Number(count), 0)).toBe(13_000);
  });

  test('deletes old notices, runs, and purchases that nobody paid', async () => {
    const walletId = await newWallet('ada');
    const notice = { event: 'balance_low', payload: '{}', sent_at: null } as const;
    const [old, young] = [newId(day0), newId(day(10))];
    for (const id of [old, young]) {
      await db
        .insertInto('outbox')
        .values({ ...notice, id, wallet_id: walletId, created_at: day0 })
        .execute();
      const run = { ...rowOfRun(aRun({ id, walletId })), is_kept: false };
      await db.insertInto('runs').values(run).execute();
      await purchaseStore(db).begin(aPurchase({ id, walletId, createdAt: day0 }));
    }
    await db.updateTable('purchases').set({ progress: 'closed' }).execute();
    await purchaseStore(db).begin(aPurchase({ walletId, createdAt: day0 }));
    // The trial of the sign-in has a message, too.
    expect(await forget('notices', day(noticeKeptDays + 5))).toBe(2);
    expect(await forget('runs', day(historyKeptDays + 5))).toBe(1);
    expect(await forget('purchases', day(historyKeptDays))).toBe(0);
    expect(await forget('purchases', day(historyKeptDays + 5))).toBe(2);
    expect(await rowCounts(db)).toMatchObject({ outbox: 1, runs: 1, purchases: 1 });
  });

  test('keeps the way back to a wallet with a debt for longer', async () => {
    const [free, owing] = [await newWallet('ada'), await newWallet('bob')];
    const left = { sub_key: 'x', address_key: null, left_at: day0 };
    await db
      .insertInto('departures')
      .values({ ...left, wallet_id: free })
      .execute();
    await db
      .insertInto('departures')
      .values({ ...left, wallet_id: owing })
      .execute();
    await db.updateTable('wallets').where('id', '=', owing).set({ owed: 5 }).execute();
    expect(await forget('departures', day(departureKeptDays))).toBe(0);
    expect(await forget('departures', day(departureKeptDays + 1))).toBe(1);
    expect(await forget('departures', day(3 * 365 + 1))).toBe(1);
    await deleteRows(db);
  });

  test('a balance behind 20,000 spent lots is read by the index of the open ones', async () => {
    const walletId = await newWallet('ada');
    await sql`insert into lots (id, wallet_id, source, amount, remaining, held, owed, expired,
        refunded, reference, actor, granted_at, expires_at)
      select gen_random_uuid(), ${walletId}::uuid, 'operator', 1, 0, 0, 0, 0, 0, '', 'x',
        ${day0}::timestamptz, ${day(99)}::timestamptz
      from generate_series(1, 20000)`.execute(db);
    await sql`analyze lots`.execute(db);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain select * from wallets left join lots on lots.wallet_id = wallets.id
        and (lots.remaining > 0 or lots.held > 0 or lots.owed > 0)
      where wallets.id = ${walletId}`.execute(db);
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('lots_open');
    expect(availableCredits(await creditStore(db).read(walletId, day0))).toBe(25);
    await deleteRows(db);
  });
});
