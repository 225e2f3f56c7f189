import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Kysely } from 'kysely';
import { expect } from 'vitest';
import { newId } from '../../functions/adapters/postgres/connection/store-tools.ts';
import { keyUseOfText } from '../../functions/adapters/postgres/ledger/key-rows.ts';
import { ledgerStore } from '../../functions/adapters/postgres/ledger/ledger-store.ts';
import type { Schema } from '../../functions/adapters/postgres/schema/schema.ts';
import { storeWallet } from './stored-ledger.ts';

const program = fileURLToPath(new URL('run-by-key-at-once.ts', import.meta.url));

export const CAP = 100;
export const RUNS = 200;

/** A wallet with credits for all runs, and a key with a cap for half of them. */
export async function cappedKey(db: Kysely<Schema>) {
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
export async function usedBy(db: Kysely<Schema>, { keyId }: CappedKey) {
  const row = await db
    .selectFrom('personal_keys')
    .where('id', '=', keyId)
    .select('used')
    .executeTakeFirstOrThrow();
  const { spentCredits = 0, heldCredits = 0 } = keyUseOfText(row.used).life ?? {};
  return { both: spentCredits + heldCredits, spent: spentCredits };
}

/**
 * A process of callers; it is killed after it was paid for so many runs.
 * @param address the URL of a database, or the address of a stand-in for a cluster as JSON
 */
export async function callers(
  address: string,
  { walletId, keyId }: CappedKey,
  name: string,
  { count, killedAfter }: { readonly count: number; readonly killedAfter?: number },
): Promise<Readonly<Record<string, number>>> {
  const args = [program, address, walletId, keyId, name, `${count}`];
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
  return callers(address, { walletId, keyId }, name, { count });
}

function sumOf(results: readonly Readonly<Record<string, number>>[]) {
  const sums: Record<string, number> = {};
  for (const [outcome, count] of results.flatMap((one) => Object.entries(one))) {
    sums[outcome] = (sums[outcome] ?? 0) + count;
  }
  return sums;
}

export const exact = { captured: CAP, key_cap_reached: RUNS - CAP };

/**
 * Four processes make 200 runs with a key capped at 100, and two of them are killed: 100 are paid, and
 * at no cut more.
 * @param address how the processes reach the database `db`
 */
export async function expectExactCap(
  db: Kysely<Schema>,
  key: CappedKey,
  address: string,
): Promise<void> {
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
    callers(address, key, 'a', { count }),
    callers(address, key, 'b', { count, killedAfter: 3 }),
    callers(address, key, 'c', { count, killedAfter: 7 }),
    callers(address, key, 'd', { count }),
  ]);
  isOver = true;
  await watching;
  expect(sumOf(results)).toEqual(exact);
  expect(cuts.length).toBeGreaterThan(10);
  expect(Math.max(...cuts)).toBeLessThanOrEqual(CAP);
  expect(await usedBy(db, key)).toEqual({ both: CAP, spent: CAP });
}
