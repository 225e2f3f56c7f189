import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Kysely } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { auditLedger } from '../../../functions/adapters/postgres/audit/audit.ts';
import {
  closeDatabases,
  database,
} from '../../../functions/adapters/postgres/connection/database.ts';
import { newId } from '../../../functions/adapters/postgres/connection/store-tools.ts';
import { keyUseOfText } from '../../../functions/adapters/postgres/ledger/key-rows.ts';
import { ledgerStore } from '../../../functions/adapters/postgres/ledger/ledger-store.ts';
import type { Schema } from '../../../functions/adapters/postgres/schema/schema.ts';
import { copyTemplate, migratedDatabase } from '../../support/database.ts';
import { storeWallet } from '../../support/stored-ledger.ts';

const program = fileURLToPath(new URL('../../support/run-by-key-at-once.ts', import.meta.url));

const CAP = 100;
const RUNS = 200;

/** A wallet with credits for all runs, and a key with a cap for half of them. */
async function cappedKey(db: Kysely<Schema>) {
  const keyId = newId(new Date());
  const walletId = await storeWallet(db, [keyId]);
  const keyed = { idempotencyKey: `gift-${walletId}`, actor: 'test', now: new Date() };
  const gift = { walletId, amountCredits: 10 * RUNS, lifeMs: 86_400_000, reason: 'test', keyed };
  await ledgerStore(db).grant(gift);
  await db.updateTable('personal_keys').set({ cap_life: CAP }).where('id', '=', keyId).execute();
  return { walletId, keyId };
}

type CappedKey = Awaited<ReturnType<typeof cappedKey>>;

/** The sum of what the key has spent and holds, and what it has spent. */
async function usedBy(db: Kysely<Schema>, { keyId }: CappedKey) {
  const row = await db
    .selectFrom('personal_keys')
    .where('id', '=', keyId)
    .select('used')
    .executeTakeFirstOrThrow();
  const { spentCredits = 0, heldCredits = 0 } = keyUseOfText(row.used).life ?? {};
  return { both: spentCredits + heldCredits, spent: spentCredits };
}

/** A process of callers; it is killed after it was paid for so many runs. */
async function callers(
  databaseUrl: string,
  { walletId, keyId }: CappedKey,
  name: string,
  { count, killedAfter }: { readonly count: number; readonly killedAfter?: number },
): Promise<Readonly<Record<string, number>>> {
  const args = [program, databaseUrl, walletId, keyId, name, `${count}`];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  let paid = 0;
  let last = '{}';
  for await (const line of createInterface({ input: child.stdout })) {
    last = line;
    if (line !== 'captured') continue;
    paid += 1;
    if (paid === killedAfter) child.kill('SIGKILL');
  }
  const [, signal] = await ended;
  if (killedAfter === undefined) return JSON.parse(last);
  expect(signal).toBe('SIGKILL');
  return callers(databaseUrl, { walletId, keyId }, name, { count });
}

function sumOf(results: readonly Readonly<Record<string, number>>[]) {
  const sums: Record<string, number> = {};
  for (const [outcome, count] of results.flatMap((one) => Object.entries(one))) {
    sums[outcome] = (sums[outcome] ?? 0) + count;
  }
  return sums;
}

const exact = { captured: CAP, key_cap_reached: RUNS - CAP };

test('200 runs with a key capped at 100, in four processes of which two are killed: 100 are paid, at no cut more', async () => {
  const { db, databaseUrl, close } = await migratedDatabase('server');
  onTestFinished(close);
  const key = await cappedKey(db);
  let isOver = false;
  const cuts: number[] = [];
  const watch = async () => {
    while (!isOver) {
      cuts.push((await usedBy(db, key)).both);
      await pause(5);
    }
  };
  const watching = watch();
  const count = RUNS / 4;
  const results = await Promise.all([
    callers(databaseUrl, key, 'a', { count }),
    callers(databaseUrl, key, 'b', { count, killedAfter: 3 }),
    callers(databaseUrl, key, 'c', { count, killedAfter: 7 }),
    callers(databaseUrl, key, 'd', { count }),
  ]);
  isOver = true;
  await watching;
  expect(sumOf(results)).toEqual(exact);
  expect(cuts.length).toBeGreaterThan(10);
  expect(Math.max(...cuts)).toBeLessThanOrEqual(CAP);
  expect(await usedBy(db, key)).toEqual({ both: CAP, spent: CAP });
  expect(await auditLedger(db)).toEqual([]);
}, 120_000);

test('the same in one process on the embedded database, which is killed in the middle', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'capped-'));
  onTestFinished(async () => {
    await closeDatabases();
    rmSync(folder, { recursive: true });
  });
  const data = join(folder, 'data');
  copyTemplate(data);
  const databaseUrl = pathToFileURL(data).href;
  const key = await cappedKey(database({ databaseUrl }));
  await closeDatabases();
  const result = await callers(databaseUrl, key, 'a', { count: RUNS, killedAfter: 20 });
  expect(result).toEqual(exact);
  const db = database({ databaseUrl });
  expect(await usedBy(db, key)).toEqual({ both: CAP, spent: CAP });
  expect(await auditLedger(db)).toEqual([]);
}, 120_000);
