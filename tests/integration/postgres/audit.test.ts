import { type Kysely, sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { userStore } from '../../../functions/adapters/postgres/account/user-store.ts';
import { auditLedger } from '../../../functions/adapters/postgres/audit/audit.ts';
import type { Schema } from '../../../functions/adapters/postgres/schema/schema.ts';
import { migratedDatabase } from '../../support/database.ts';
import type { LedgerCommand } from '../../support/ledger-commands.ts';
import { aSignIn } from '../../support/sign-ins.ts';
import { obeyStored, storeWallet } from '../../support/stored-ledger.ts';

const id = (n: number) => `00000000-0000-7000-8000-00000000000${n}`;
const [lot, trial] = [id(1), id(2)];
const [open, captured, released, expired, stepped] = [id(3), id(4), id(5), id(6), id(7)];

/** One of everything: lots that are bought, given and gone, and a hold in each of its states. */
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
  { hour: 1, key: 'd', kind: 'hold', id: captured, amount: 20, until: 9 },
  { hour: 2, key: 'e', kind: 'capture', id: captured, amount: 15 },
  { hour: 2, key: 'f', kind: 'hold', id: released, amount: 5, until: 9 },
  { hour: 4, key: 'g', kind: 'release', id: released },
  { hour: 4, key: 'h', kind: 'hold', id: open, amount: 25, until: 9 },
  { hour: 4, key: 'i', kind: 'hold', id: stepped, amount: 3, until: 9 },
  { hour: 4, key: 'j', kind: 'step', id: stepped, amount: 1 },
  { hour: 4, key: 'k', kind: 'release', id: stepped },
  { hour: 4, key: 'l', kind: 'step', id: open, amount: 2 },
  { hour: 6, key: 'refund i', kind: 'refund', id: lot, amount: 90 },
];

/** The statements that break the rows, by the rule and the words of the finding. */
const breaches: readonly (readonly [rule: number, words: RegExp, statements: string])[] = [
  [1, /none of which can be negative/, 'drop wallets_never_negative; update wallets set owed = -1'],
  [1, /none can be negative/, `update lots set expired = -1 where id = '${lot}'`],
  [1, /none can be negative/, `update lots set held = null where id = '${lot}'`],
  [1, /more than the lot together/, `update lots set expired = 101 where id = '${lot}'`],
  [2, /entries sum to \d+, and the wallet to \d+/, 'update wallets set available = available + 1'],
  [2, /entries sum to/, 'delete from entries where number = 1'],
  [2, /lots have \d+ remaining/, `update lots set remaining = 1 where id = '${lot}'`],
  [2, /lots have .* held/, `update lots set held = held - 1 where id = '${lot}'`],
  [2, /lots have .* owed/, `update lots set owed = owed + 1 where id = '${lot}'`],
  [2, /lots have/, 'delete from lots'],
  [3, /counts \d+ entries, of which there are \d+/, 'delete from entries where number = 2'],
  [3, /numbered up to 100/, 'update entries set number = 100 where number = 2'],
  [3, /counts 99 entries/, 'update wallets set entry_count = 99'],
  [3, /after an entry that ends at/, 'delete from entries where number = 2'],
  [
    3,
    /entry 2 says/,
    'update entries set balance_before = balance_before + 1, balance_after = balance_after + 1 where number = 2',
  ],
  [3, /entry 2 says/, 'update entries set held_after = held_after + 1 where number = 2'],
  [
    3,
    /the last entry leaves/,
    'update wallets set held = held - 1, available = available + 1 where held > 0',
  ],
  [
    3,
    /a capture of \d+, changes the balance/,
    "update entries set quantity = 1 where kind = 'capture'",
  ],
  [3, /a gift of/, "update entries set kind = 'gift' where number = 2"],
  [3, /was granted by entries of/, `update lots set amount = 101 where id = '${lot}'`],
  [3, /was granted by entries of 0/, 'update entries set lot_id = null'],
  [3, /there is no such wallet/, 'delete from wallets'],
  [4, /a key that is not kept/, "delete from idempotency_keys where key = 'e'"],
  [5, /hold .* is open/, `update holds set state = 'open' where id = '${released}'`],
  [5, /hold .* is released/, `update holds set state = 'released' where id = '${captured}'`],
  [5, /hold .* is captured/, `update holds set state = 'captured' where id = '${expired}'`],
  [5, /hold .* is lost/, `update holds set state = 'lost' where id = '${released}'`],
  [5, /capture 15 and release 0/, "delete from entries where kind = 'release'"],
  [
    5,
    /is released, and entry \d+ returned it/,
    `update holds set state = 'released' where id = '${captured}'`,
  ],
  [
    5,
    /is captured, and entry \d+ returned it/,
    `update holds set state = 'captured' where id = '${stepped}'`,
  ],
  [5, /open holds have 20 of it/, `update holds set captured = '[]' where id = '${open}'`],
  [5, /open holds have \d+ of it/, `update lots set held = held + 1 where id = '${lot}'`],
  [5, /open holds have 0 of it/, `delete from holds where id = '${open}'`],
  [5, /has shares of 0/, `update holds set split = '[]' where id = '${open}'`],
  [5, /has shares of 0/, `update holds set split = 'nonsense' where id = '${open}'`],
  [
    5,
    /has 18 held, and the open holds have 21 of it/,
    `update holds set split = replace(split, '${lot}', '${trial}') where id = '${open}'`,
  ],
];

let db: Kysely<Schema>;
let walletId: string;

beforeAll(async () => {
  const opened = await migratedDatabase('embedded');
  db = opened.db;
  walletId = await storeWallet(db);
  for (const command of story) await obeyStored(db, walletId, command);
  return opened.close;
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
    expect(await auditLedger(db)).toEqual([]);
  });

  test.each(breaches)(
    'finds a breach of rule %d, %s, after: %s',
    async (rule, words, statement) => {
      const sentence = expect.stringMatching(words);
      expect(await findingsAfter(statement)).toContainEqual({ walletId, rule, sentence });
    },
  );

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
    const counted = found.filter(({ sentence }) => sentence.startsWith('the wallet counts 1'));
    expect(counted.map((finding) => finding.walletId)).toEqual(wallets.map((wallet) => wallet.id));
  });
});
