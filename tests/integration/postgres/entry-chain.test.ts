import { sql } from 'kysely';
import { afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { auditLedger, runAudit } from '../../../functions/adapters/postgres/audit/audit.ts';
import { hashEntry } from '../../../functions/adapters/postgres/ledger/entry-chain.ts';
import { ledgerStore } from '../../../functions/adapters/postgres/ledger/ledger-store.ts';
import { databaseOfBlock, migratedDatabase } from '../../support/database.ts';
import { storyEnd, tellStory } from '../../support/ledger-story.ts';
import { logQueries } from '../../support/query-log.ts';

const { db } = databaseOfBlock('embedded');
let walletId: string;

beforeAll(async () => {
  walletId = await tellStory(db);
});

afterEach(() => void vi.restoreAllMocks());

function entries() {
  const rows = db.selectFrom('entries').where('wallet_id', '=', walletId).selectAll();
  return rows.orderBy('number').execute();
}

async function give(amountCredits: number): Promise<void> {
  const keyed = { idempotencyKey: `give ${amountCredits}`, actor: 'mo', now: storyEnd };
  const lifeMs = 86_400_000;
  await ledgerStore(db).grant({ walletId, amountCredits, lifeMs, reason: 'r', keyed });
}

test('every entry hashes the one before, and the wallet has the hash of the last', async () => {
  const rows = await entries();
  let previous: string | undefined;
  for (const row of rows) {
    expect(row.hash).toBe(hashEntry(previous, row));
    previous = row.hash ?? undefined;
  }
  const wallet = db.selectFrom('wallets').where('id', '=', walletId).select('head');
  expect((await wallet.executeTakeFirstOrThrow()).head).toBe(previous);
  expect(await auditLedger(db)).toEqual([]);
});

test('the hash covers every column, and the hash before', async () => {
  const [row] = await entries();
  if (!row) throw new Error('the story has no entry');
  const whole = hashEntry('a', row);
  expect(hashEntry('b', row)).not.toBe(whole);
  const covered = Object.keys(row).filter((name) => name !== 'hash');
  const same = covered.filter((name) => {
    const other = name === 'at' ? new Date(0) : 'other';
    return hashEntry('a', { ...row, [name]: other }) === whole;
  });
  expect(covered).toHaveLength(17);
  expect(same).toEqual([]);
});

test('the row of the wallet is written before all others, so that two writers meet there', async () => {
  const queries = logQueries();
  await give(7);
  const writes = queries.flatMap(
    ({ sql: text }) => /^\s*(?:insert into|update) (\w+)/.exec(text)?.[1] ?? [],
  );
  expect(writes).toEqual(['wallets', 'lots', 'entries', 'idempotency_keys']);
});

test('entries from before the chain are accepted at the beginning, and cannot change afterwards', async () => {
  const older = await migratedDatabase('embedded');
  onTestFinished(older.close);
  const oldWalletId = await tellStory(older.db);
  await sql`update entries set hash = null, effects = null`.execute(older.db);
  await sql`update wallets set head = null`.execute(older.db);
  await sql`update holds set actor = null`.execute(older.db);
  const options = { key: 'a key of the tests, long enough for one', now: storyEnd };
  const audit = async (isWhole: boolean) =>
    (await runAudit(older.db, { ...options, isWhole })).findings;
  expect(await audit(true)).toEqual([]);
  const open = older.db.selectFrom('holds').where('state', '=', 'open');
  const holds = open.where('key_id', 'is', null).select('id');
  const { id: holdId } = await holds.executeTakeFirstOrThrow();
  // A step, the next one and the rest.
  for (const amountCredits of [3, 4, undefined]) {
    const keyed = { idempotencyKey: `take-${amountCredits}`, actor: 'mo', now: storyEnd };
    const rest = { keepsRest: amountCredits !== undefined, ofAnyMaker: true };
    const step = { holdId, amountCredits, ...rest, keyed };
    expect(await ledgerStore(older.db).capture(step)).toMatchObject({ ok: true });
    expect([...(await audit(false)), ...(await audit(true))]).toEqual([]);
  }
  await sql`update entries set actor = 'eve' where number = 3`.execute(older.db);
  expect(await audit(true)).toContainEqual(
    expect.objectContaining({ walletId: oldWalletId, check: 'entry-changed' }),
  );
});
