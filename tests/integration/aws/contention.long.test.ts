import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest';
import { userStore } from '../../../functions/adapters/postgres/account/user-store.ts';
import { auditLedger } from '../../../functions/adapters/postgres/audit/audit.ts';
import {
  closeDatabases,
  database,
  sqlClientOf,
} from '../../../functions/adapters/postgres/connection/database.ts';
import { ContentionError } from '../../../functions/adapters/postgres/connection/errors.ts';
import { purchaseStore } from '../../../functions/adapters/postgres/purchase/purchase-store.ts';
import { runStore } from '../../../functions/adapters/postgres/run/run-store.ts';
import { migrate } from '../../../functions/adapters/postgres/schema/migrate.ts';
import type { Schema } from '../../../functions/adapters/postgres/schema/schema.ts';
import { bucketStore } from '../../../functions/adapters/postgres/session/bucket-store.ts';
import { maxSessions } from '../../../src/contract/account.ts';
import { maxRunsOfUser } from '../../../src/contract/flows.ts';
import type { RateLimit } from '../../../src/contract/limits.ts';
import { anyPort } from '../../support/any-port.ts';
import { auditDatabase } from '../../support/audit.ts';
import { expectNoGaps, paymentsOf } from '../../support/buyers.ts';
import { cappedKey, expectExactCap } from '../../support/capped-key.ts';
import { now as noon } from '../../support/memory-stores.ts';
import { aSignIn, aTrial, budgetOf, day, day0 } from '../../support/sign-ins.ts';
import { topUpWorld } from '../../support/top-up-world.ts';
import { selfSigned } from './certificate.ts';
import { cluster as identity } from './deployed.ts';
import { type Cluster, startCluster } from './dsql/cluster.ts';
import { ADDRESS, type ClusterAddress, openCluster, principal } from './dsql/connect.ts';
import { clusterErrors, noFaults } from './dsql/faults.ts';

vi.mock('../../../src/site.config.ts', () => import('../../support/example-site.ts'));

/** Each function of AWS is a process of its own, so the queue of one process holds nobody up. */
vi.mock(import('../../../functions/adapters/postgres/ledger/wallet-queue.ts'), () => ({
  walletQueue: (_walletId, work) => work(),
}));

let cluster: Cluster;
let address: ClusterAddress;
let db: Kysely<Schema>;
let close: () => Promise<void>;

beforeAll(async () => {
  const port = await anyPort();
  const certificate = selfSigned([identity.host], new Date());
  cluster = await startCluster({
    ...identity,
    address: ADDRESS,
    port,
    certificate,
    principals: [principal],
    serverUrl: inject('postgresServerUrl'),
    database: `cluster_${randomUUID().replaceAll('-', '')}`,
  });
  address = { port, cert: certificate.cert };
  ({ db, close } = openCluster(address));
  await migrate(db);
});

afterAll(async () => {
  await Promise.all([close(), closeDatabases()]);
  await cluster.close();
});

function atOnce<Value>(count: number, work: (index: number) => Promise<Value>): Promise<Value[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => work(index)));
}

test('a hundred calls at once on a bucket of ten conflict, and exactly ten pass', async () => {
  const ten: RateLimit = { per: 'wallet', burstCalls: 10, refillMs: 60_000 };
  cluster.takeStatements();
  const waits = await atOnce(100, () => bucketStore(sqlClientOf(db)).consume('a', ten, day0));
  expect(waits.filter((ms) => ms === 0)).toHaveLength(10);
  expect(new Set(waits)).toEqual(new Set([0, 60_000]));
  const tries = cluster.takeStatements().filter((one) => one.includes('insert into rate_limits'));
  expect(tries.length).toBeGreaterThan(100);
});

test('sixty people at once in a network with a budget of ten get ten trials', async () => {
  const budget = budgetOf(10);
  const results = await atOnce(60, (index) => {
    const trial = { ...aTrial(`farm-${index}@example.com`, day0), budget };
    return userStore(db).signIn(aSignIn(`farm-${index}`, { change: { trial } }));
  });
  const outcomes = results.map((one) => one.ok && one.trial).toSorted();
  expect(outcomes).toEqual([...Array(10).fill('granted'), ...Array(50).fill('withheld')]);
  expect(await auditDatabase(db)).toEqual([]);
});

test('twenty runs that one user begins at once are five, and the audit agrees', async () => {
  const signedIn = await userStore(db).signIn(aSignIn('runner'));
  if (!signedIn.ok) throw new Error(signedIn.code);
  const { walletId } = signedIn.account;
  const all = await atOnce(20, (index) =>
    runStore(db).begin({
      walletId,
      flowId: 'echo',
      amountCredits: 1,
      inputHash: 'a digest',
      idempotencyKey: `key-${index}`,
      timeoutMs: 10_000,
      now: day0,
    }),
  );
  expect(all.filter((one) => one.ok)).toHaveLength(maxRunsOfUser);
  const refused = all.flatMap((one) => (one.ok ? [] : [one.code]));
  expect(new Set(refused)).toEqual(new Set(['too_many_own_runs']));
  expect(await auditDatabase(db)).toEqual([]);
});

test('sign-ins of one user at once leave twenty sessions, and end those seen longest ago', async () => {
  for (let count = 0; count < maxSessions - 2; count += 1) {
    await userStore(db).signIn(aSignIn('ada', { now: day(count / 100) }));
  }
  await atOnce(8, () => userStore(db).signIn(aSignIn('ada', { now: day(1) })));
  const left = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .where('users.sub', '=', 'ada')
    .select('sessions.last_seen_at')
    .orderBy('sessions.last_seen_at')
    .execute();
  expect(left).toHaveLength(maxSessions);
  expect(left[0]?.last_seen_at).toEqual(day(6 / 100));
  expect(left.filter((one) => one.last_seen_at.getTime() === day(1).getTime())).toHaveLength(8);
});

test('two hundred runs that cross the mark at once make one top-up', async () => {
  const world = await topUpWorld(db, 'spender');
  await world.buy(true);
  await world.save({ below: 400 });
  await world.run(0);
  const holds: string[] = [];
  for (let count = 0; count < RUNS; count += 1) holds.push(await world.hold(1));
  await atOnce(RUNS, (index) => untilItPasses(() => world.capture(holds[index] ?? '')));
  const runs = await atOnce(5, () => world.run(1));
  expect(runs.reduce((sum, { made }) => sum + made, 0)).toBe(1);
  await world.deliver();
  await world.run(5);
  expect([world.charges(), await world.available()]).toEqual([['works'], 525 - RUNS + 500]);
  expect(await auditDatabase(db)).toEqual([]);
  await world.stripe.close();
});

test('receipts of sixty buyers who pay at once have no gap', async () => {
  const payments = await paymentsOf(db, 60);
  await atOnce(60, (index) => {
    const payment = payments[index] ?? expect.fail('each buyer pays');
    return untilItPasses(() => purchaseStore(db).apply(payment, noon));
  });
  await expectNoGaps(db, noon.getUTCFullYear());
  expect(await auditDatabase(db)).toEqual([]);
});

test('200 runs with a key capped at 100 in four processes are 100, with conflicts at every statement', async () => {
  const key = await cappedKey(db);
  const struck = new Set<string>();
  cluster.faults.set(({ at, statement }) => {
    if (at !== 'statement' || Math.random() > CONFLICTING) return undefined;
    struck.add(statement);
    return clusterErrors.rowConflict;
  });
  // Who watches is no caller of the cluster.
  const watched = database({ databaseUrl: cluster.superuserUrl });
  onTestFinished(() => cluster.faults.set(noFaults));
  await expectExactCap(watched, key, JSON.stringify(address));
  cluster.faults.set(noFaults);
  expect(struck.size).toBeGreaterThan(10);
  expect(await auditLedger(db)).toEqual([]);
}, 300_000);

/** The share of statements that conflict: each of a run does so many times in 200 runs. */
const CONFLICTING = 0.1;

const RUNS = 200;

/** Services repeat what lost against too many others. */
async function untilItPasses<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ContentionError)) throw error;
    return untilItPasses(work);
  }
}
