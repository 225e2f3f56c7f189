import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { userStore } from '../../../functions/adapters/postgres/account/user-store.ts';
import { auditLedger } from '../../../functions/adapters/postgres/audit/audit.ts';
import type { CheckName } from '../../../functions/adapters/postgres/audit/finding.ts';
import { databaseOfBlock } from '../../support/database.ts';
import type { LedgerCommand } from '../../support/ledger-commands.ts';
import { aSignIn } from '../../support/sign-ins.ts';
import { obeyStored, storeWallet } from '../../support/stored-ledger.ts';

const id = (n: number) => `00000000-0000-7000-8000-00000000000${n}`;
const [lot, trial] = [id(1), id(2)];
const [open, captured, released, expired, stepped] = [id(3), id(4), id(5), id(6), id(7)];

/** A story with lots that are bought, given and gone, and a hold in each of its states. */
const story: readonly LedgerCommand[] = [
  {
    hour: 0,
    key: 'grant a',
    kind: 'grant',
    source: 'purchase',
    id: lot,
    amount: 100,
    until: 9_000,
  },
  { hour: 0, key: 'b', kind: 'grant', source: 'operator', id: trial, amount: 20, until: 5 },
  { hour: 1, key: 'c', kind: 'hold', id: expired, amount: 30, until: 3 },
  { hour: 1, key: 'o', kind: 'change', id: expired, amount: undefined, until: 3.5 },
  { hour: 1, key: 'd', kind: 'hold', id: captured, amount: 20, until: 9 },
  { hour: 2, key: 'e', kind: 'capture', id: captured, amount: 15 },
  { hour: 2, key: 'f', kind: 'hold', id: released, amount: 5, until: 9 },
  { hour: 4, key: 'g', kind: 'release', id: released },
  { hour: 4, key: 'h', kind: 'hold', id: open, amount: 25, until: 9 },
  { hour: 4, key: 'i', kind: 'hold', id: stepped, amount: 3, until: 9 },
  { hour: 4, key: 'j', kind: 'step', id: stepped, amount: 1 },
  { hour: 4, key: 'k', kind: 'release', id: stepped },
  { hour: 4, key: 'l', kind: 'step', id: open, amount: 2 },
  { hour: 4, key: 'm', kind: 'change', id: open, amount: 26, until: 10 },
  { hour: 4, key: 'n', kind: 'change', id: open, amount: undefined, until: 100 },
  { hour: 6, key: 'refund i', kind: 'refund', id: lot, amount: 90 },
];

/** The statements that break the rows, by the check that finds it. */
const breaches: readonly (readonly [check: CheckName, statements: string])[] = [
  ['wallet-differs', 'drop wallets_never_negative; update wallets set owed = -1'],
  ['lot-differs', `update lots set expired = -1 where id = '${lot}'`],
  ['lot-differs', `update lots set expired = 101 where id = '${lot}'`],
  ['lot-differs', 'update entries set lot_id = null'],
  ['hold-differs', `update holds set state = 'captured' where id = '${expired}'`],
  ['hold-differs', `update holds set state = 'lost' where id = '${released}'`],
  ['hold-differs', `update holds set state = 'captured' where id = '${stepped}'`],
  ['hold-differs', `update holds set state = 'expired' where id = '${stepped}'`],
  ['hold-differs', `update holds set captured = '[]' where id = '${stepped}'`],
  ['hold-differs', `update holds set captured = '[]' where id = '${open}'`],
  ['hold-differs', `update holds set expires_at = granted_at from lots where holds.id = '${open}'`],
  [
    'hold-differs',
    `update holds set expires_at = expires_at + interval '1 hour' where id = '${expired}'`,
  ],
  [
    'hold-differs',
    `update holds set expires_at = expires_at + interval '4 days' where id = '${open}'`,
  ],
];

const { db } = databaseOfBlock('embedded');
let walletId: string;

beforeAll(async () => {
  walletId = await storeWallet(db);
  for (const command of story) await obeyStored(db, walletId, command);
});

/** The findings of the audit after some statements, which are then undone. */
async function findingsAfter(statements: string) {
  const trx = await db.startTransaction().execute();
  try {
    for (const statement of statements.split(';')) {
      const dropped = /^drop (\w+)$/.exec(statement.trim())?.[1];
      await sql
        .raw(dropped ? `alter table wallets drop constraint ${dropped}` : statement)
        .execute(trx);
    }
    return await auditLedger(trx);
  } finally {
    await trx.rollback().execute();
  }
}

describe('the audit', () => {
  test('finds nothing wrong with the product’s own rows', async () => {
    await userStore(db).signIn(aSignIn('ada'));
    // The story has bought credits, and no purchase of them.
    const backed = (await auditLedger(db)).filter(({ check }) => check !== 'lot-unbacked');
    expect(backed).toEqual([]);
  });

  test.each(breaches)('finds %s after: %s', async (check, statement) => {
    expect(await findingsAfter(statement)).toContainEqual(
      expect.objectContaining({ walletId, check }),
    );
  });

  test('finds keys of no wallet behind the claims of services', async () => {
    const stray = 'ffffffff-0000-7000-8000-000000000000';
    const found = await findingsAfter(
      `insert into idempotency_keys (wallet_id, key, request_hash, response, created_at)
      values ('${stray}', 'k', '', 'an answer', now())`,
    );
    expect(found).toContainEqual(
      expect.objectContaining({ walletId: stray, check: 'wallet-missing' }),
    );
  });

  test('repairs nothing', async () => {
    await db.updateTable('wallets').where('id', '=', walletId).set({ available: 7 }).execute();
    const first = await auditLedger(db);
    expect(first.length).toBeGreaterThan(0);
    expect(await auditLedger(db)).toEqual(first);
  });

  test('checks every wallet, however many there are', async () => {
    const many = 450;
    const ids = [...Array.from({ length: many })].map((_, n) => `${1_000 + n}`);
    const wallets = ids.map((suffix) => ({
      id: `10000000-0000-7000-8000-00000000${suffix}`,
      ...{ entry_count: 1, available: 0, held: 0, owed: 0, low_mark: null, updated_at: new Date() },
    }));
    await db.insertInto('wallets').values(wallets).execute();
    const found = await auditLedger(db);
    const counted = found.filter(({ sentence }) =>
      sentence.startsWith('the wallet counts 1 entries'),
    );
    expect(counted.map((finding) => finding.walletId)).toEqual(wallets.map((wallet) => wallet.id));
  });
});
