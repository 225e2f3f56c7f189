import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Kysely } from 'kysely';
import { afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { auditLedger } from '../../../functions/adapters/postgres/audit/audit.ts';
import { newId } from '../../../functions/adapters/postgres/connection/store-tools.ts';
import { transact } from '../../../functions/adapters/postgres/connection/transact.ts';
import { changeWallet } from '../../../functions/adapters/postgres/ledger/change-wallet.ts';
import { ledgerStore } from '../../../functions/adapters/postgres/ledger/ledger-store.ts';
import type { Schema } from '../../../functions/adapters/postgres/schema/schema.ts';
import { grant } from '../../../functions/domain/ledger/grant.ts';
import { databaseKinds, databaseOfBlock, migratedDatabase } from '../../support/database.ts';
import { at } from '../../support/ledger-commands.ts';
import { storeWallet } from '../../support/stored-ledger.ts';
import { thoroughness } from '../../support/thoroughness.ts';

const LIFE_MS = 3_600_000;

const now = at(0);

type Store = ReturnType<typeof ledgerStore>;

function keyedBy(idempotencyKey: string) {
  return { idempotencyKey, actor: 'test', now };
}

async function walletOf(db: Kysely<Schema>, amountCredits: number): Promise<string> {
  const walletId = await storeWallet(db);
  const keyed = keyedBy(`credits-${walletId}`);
  await ledgerStore(db).grant({ walletId, amountCredits, lifeMs: LIFE_MS, reason: 'test', keyed });
  return walletId;
}

function holdOne(store: Store, walletId: string, key: string, amountCredits = 1) {
  const keyed = keyedBy(`${key}-${walletId}`);
  return store.hold({ walletId, amountCredits, lifeMs: LIFE_MS, reference: 'run', keyed });
}

async function sumsOf(db: Kysely<Schema>, walletId: string) {
  const { available, held } = await db
    .selectFrom('wallets')
    .where('id', '=', walletId)
    .select(['available', 'held'])
    .executeTakeFirstOrThrow();
  const holds = await db
    .selectFrom('holds')
    .where('wallet_id', '=', walletId)
    .select('id')
    .execute();
  return { available, held, holds: holds.length };
}

describe.each(databaseKinds)('commands at once on the %s database', (kind) => {
  const { db } = databaseOfBlock(kind);
  let store: Store;

  beforeAll(async () => {
    store = ledgerStore(db);
  });

  afterEach(async () => {
    expect(await auditLedger(db)).toEqual([]);
  });

  test('200 holds on a wallet that can pay for 100 are 100 holds, and all are answered (rule 1)', async () => {
    const walletId = await walletOf(db, 100);
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) => holdOne(store, walletId, `hold-${index}`)),
    );
    expect(answers.filter((answer) => answer.ok)).toHaveLength(100);
    expect(answers.filter((answer) => !answer.ok).map((answer) => answer)).toEqual(
      Array.from({ length: 100 }, () => ({
        ok: false,
        code: 'credits_insufficient',
        availableCredits: 0,
        requiredCredits: 1,
        replayed: false,
      })),
    );
    expect(await sumsOf(db, walletId)).toEqual({ available: 0, held: 100, holds: 100 });
  });

  test('one hold that is requested 50 times is one hold, and all get its answer (rule 4)', async () => {
    const walletId = await walletOf(db, 100);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => holdOne(store, walletId, 'the-key')),
    );
    expect(new Set(answers.map((answer) => answer.ok && answer.body.id)).size).toBe(1);
    expect(answers.filter((answer) => answer.ok && !answer.replayed)).toHaveLength(1);
    expect(await sumsOf(db, walletId)).toEqual({ available: 99, held: 1, holds: 1 });
  });

  test('20 commands on each of many wallets: each hold ends once, and the sums are right (rule 5)', async () => {
    const { walletsAtOnce: count } = thoroughness;
    const wallets = await Promise.all(Array.from({ length: count }, () => walletOf(db, 100)));
    const held = await Promise.all(
      wallets.flatMap((walletId) =>
        Array.from({ length: 5 }, (_, index) => holdOne(store, walletId, `first-${index}`, 10)),
      ),
    );
    const holdIds = held.flatMap((answer) => (answer.ok ? [answer.body.id] : []));
    const captures = holdIds.map((holdId) =>
      store.capture({ holdId, amountCredits: 4, keyed: keyedBy(`capture-${holdId}`) }),
    );
    const releases = holdIds.map((holdId) =>
      store.release({ holdId, keyed: keyedBy(`release-${holdId}`) }),
    );
    const others = wallets.flatMap((walletId) => [
      ...Array.from({ length: 5 }, (_, n) => holdOne(store, walletId, `second-${n}`)),
      ...Array.from({ length: 5 }, (_, n) => {
        const given = { walletId, amountCredits: 2, lifeMs: LIFE_MS, reason: 'test' };
        return store.grant({ ...given, keyed: keyedBy(`gift-${n}-${walletId}`) });
      }),
    ]);
    expect(captures.length + releases.length + others.length).toBe(20 * count);
    const [captured, released, done] = [
      await Promise.all(captures),
      await Promise.all(releases),
      await Promise.all(others),
    ];
    const ends = captured.map((answer, index) => [answer.ok, released[index]?.ok]);
    expect(ends.every(([one, other]) => one !== other)).toBe(true);
    expect(done.every((answer) => answer.ok)).toBe(true);
    const wallet = await db.selectFrom('wallets').select(['available', 'held', 'id']).execute();
    const spent = captured.filter((answer) => answer.ok).length * 4;
    const left = wallet.filter(({ id }) => wallets.includes(id));
    expect(left.reduce((sum, { available }) => sum + available, 0)).toBe(
      count * (100 - 5 + 10) - spent,
    );
    expect(left.every(({ held: still }) => still === 5)).toBe(true);
  });
});

describe('processes at once on the server', () => {
  /**
   * Each process has its own queue and its own connections, so only the database separates them.
   */
  const PROCESSES = 4;
  const HOLDS_OF_EACH = 50;

  const program = fileURLToPath(new URL('../../support/hold-at-once.ts', import.meta.url));

  test('200 holds on a wallet that can pay for 100 are 100 holds, and all are answered (rule 1)', async () => {
    const { db, databaseUrl, close } = await migratedDatabase('server');
    const walletId = await walletOf(db, 100);
    const children = Array.from({ length: PROCESSES }, (_, index) => {
      const args = [
        databaseUrl,
        walletId,
        `process-${index}`,
        `${HOLDS_OF_EACH}`,
        now.toISOString(),
      ];
      return spawn(process.execPath, [program, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
    });
    const talks = children.map(linesOf);
    await Promise.all(talks.map((lines) => lines.next()));
    for (const child of children) child.stdin?.write('go\n');
    const results = await Promise.all(talks.map(async (lines) => `${(await lines.next()).value}`));
    const counts = results.map((line): { held?: number; refused?: number } => JSON.parse(line));
    const sum = (of: 'held' | 'refused') => counts.reduce((all, one) => all + (one[of] ?? 0), 0);
    expect({ held: sum('held'), refused: sum('refused') }).toEqual({ held: 100, refused: 100 });
    expect(await sumsOf(db, walletId)).toEqual({ available: 0, held: 100, holds: 100 });
    expect(await auditLedger(db)).toEqual([]);
    await close();
  });

  test('grants of writers that share no queue conflict at the row of the wallet, and none fails', async () => {
    const { db, close } = await migratedDatabase('server');
    onTestFinished(close);
    const walletId = await storeWallet(db);
    const command = {
      source: 'purchase',
      amountCredits: 2,
      expiresAt: at(1),
      reference: '',
    } as const;
    const give = (key: number) => {
      const cause = { idempotencyKey: `${key}`, actor: 'system', now };
      return transact(db, (trx) =>
        changeWallet(trx, { walletId, now, newId }, (wallet) =>
          grant(wallet, { ...command, ...cause, lotId: newId(now) }),
        ),
      );
    };
    const grants = Array.from({ length: 20 }, (_, key) => give(key));
    const settled = await Promise.allSettled(grants);
    expect(settled.filter(({ status }) => status === 'rejected')).toEqual([]);
    expect(await sumsOf(db, walletId)).toEqual({ available: 40, held: 0, holds: 0 });
  });

  function linesOf({ stdout }: ChildProcess): AsyncIterator<string> {
    if (!stdout) throw new Error('the process was started without a pipe');
    return createInterface({ input: stdout })[Symbol.asyncIterator]();
  }
});
