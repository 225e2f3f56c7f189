import { beforeEach, describe, expect, test } from 'vitest';
import { sqlClientOf } from '../../../functions/adapters/postgres/connection/database.ts';
import { MAX_ATTEMPTS } from '../../../functions/adapters/postgres/connection/transact.ts';
import {
  bucketStore,
  forgetFullBuckets,
} from '../../../functions/adapters/postgres/session/bucket-store.ts';
import { DAY_MS } from '../../../src/contract/durations.ts';
import { limits, type RateLimit } from '../../../src/contract/limits.ts';
import { databaseOfBlock } from '../../support/database.ts';
import { conflict, failingStatements } from '../../support/failing-statements.ts';
import { memoryBuckets } from '../../support/memory-buckets.ts';
import { now } from '../../support/memory-stores.ts';
import { seededRandom } from '../../support/random.ts';
import { deleteRows } from '../../support/stored-rows.ts';
import { thoroughness } from '../../support/thoroughness.ts';

const ten: RateLimit = { per: 'address', burstCalls: 10, refillMs: 200 };

/** No pauses between attempts. */
const pacing = { random: () => 0, wait: async () => undefined };

const later = (ms: number) => new Date(now.getTime() + ms);

describe.each(thoroughness.databases)('the buckets of the %s database', (kind) => {
  const { db, client } = databaseOfBlock(kind);

  beforeEach(() => deleteRows(db));

  const takeAtOnce = (calls: number, key: string, limit: RateLimit) =>
    Promise.all(Array.from({ length: calls }, () => bucketStore(client).consume(key, limit, now)));

  test('pass exactly ten of a hundred parallel calls, and tell the others how long to wait', async () => {
    const waits = await takeAtOnce(100, 'a', ten);
    expect(waits.filter((ms) => ms === 0)).toHaveLength(10);
    expect(waits.filter((ms) => ms > 0)).toEqual(Array(90).fill(200));
    expect(await bucketStore(client).consume('a', ten, later(199))).toBe(1);
    expect(await bucketStore(client).consume('a', ten, later(200))).toBe(0);
    expect(await bucketStore(client).consume('a', ten, later(200))).toBe(200);
  });

  test('pass a thousand parallel calls of one service', async () => {
    expect(await takeAtOnce(1_000, 'a', limits.service)).toEqual(Array(1_000).fill(0));
  });

  test('follow the rule, call by call, in any order of times', async () => {
    const seed = Math.floor(Math.random() * 2 ** 32);
    const random = seededRandom(seed);
    const [stored, rule] = [bucketStore(client), memoryBuckets()];
    let ms = 0;
    for (let call = 0; call < 300; call += 1) {
      ms += Math.floor(random() * 150);
      const key = random() < 0.8 ? 'a' : 'b';
      const expected = await rule.consume(key, ten, later(ms));
      expect(await stored.consume(key, ten, later(ms)), `seed ${seed}, call ${call}`).toBe(
        expected,
      );
    }
    const rows = await db.selectFrom('rate_limits').selectAll().orderBy('key').execute();
    expect(rows).toEqual(
      [...rule.fullAt]
        .map(([key, full_at]) => ({ key, full_at }))
        .toSorted((one, other) => one.key.localeCompare(other.key)),
    );
  });

  test('are deleted when they are full, and not before', async () => {
    await bucketStore(client).consume('a', ten, now);
    await bucketStore(client).consume('b', ten, later(100));
    expect(await forgetFullBuckets(db, later(199))).toBe(0);
    expect(await forgetFullBuckets(db, later(200))).toBe(1);
    expect(await db.selectFrom('rate_limits').select('key').execute()).toEqual([{ key: 'b' }]);
  });

  /** The buckets of a database that answers a conflict as often as given. */
  const conflicting = (times: number) => {
    const { plugin, seen } = failingStatements((number, moment) =>
      moment === 'before' && number <= times ? conflict() : undefined,
    );
    return { seen, store: bucketStore(sqlClientOf(db.withPlugin(plugin)), pacing) };
  };

  test('count a call that meets conflicts, once', async () => {
    const { store } = conflicting(MAX_ATTEMPTS - 1);
    expect(await store.consume('a', ten, now)).toBe(0);
    expect(await db.selectFrom('rate_limits').select('full_at').execute()).toEqual([
      { full_at: later(200) },
    ]);
  });

  test('refuse a call for a second that meets nothing but conflicts', async () => {
    const { store, seen } = conflicting(Number.POSITIVE_INFINITY);
    expect(await store.consume('a', ten, now)).toBe(1_000);
    expect(seen()).toBe(MAX_ATTEMPTS);
  });

  test('pass a call of a service that meets a conflict, and do not try again', async () => {
    const { store, seen } = conflicting(Number.POSITIVE_INFINITY);
    expect(await store.consume('a', limits.service, now)).toBe(0);
    expect(seen()).toBe(1);
  });

  test('tell how long to wait without taking a token', async () => {
    const store = bucketStore(client);
    expect(await store.peek('a', ten, now)).toBe(0);
    await takeAtOnce(10, 'a', ten);
    expect(await store.peek('a', ten, now)).toBe(200);
    expect(await store.peek('a', ten, later(200))).toBe(0);
  });

  test('let nobody wait until a clock is right that ran ahead', async () => {
    const ahead = later(40 * DAY_MS);
    const store = bucketStore(client);
    for (let call = 0; call < 11; call += 1) await store.consume('a', ten, ahead);
    expect(await store.peek('a', ten, ahead)).toBe(200);
    for (const clock of [store, bucketStore(client)])
      expect(await clock.peek('a', ten, now)).toBe(0);
    expect(await store.consume('a', ten, now)).toBe(0);
    expect(await store.consume('a', ten, now)).toBe(200);
    expect(await store.consume('a', ten, later(200))).toBe(0);
    expect(await db.selectFrom('rate_limits').select('full_at').execute()).toEqual([
      { full_at: later(2_200) },
    ]);
  });

  test('are not asked again while they are known to be empty', async () => {
    const { seen, store } = conflicting(0);
    for (let call = 0; call < 10; call += 1) await store.consume('a', ten, now);
    expect(await store.consume('a', ten, now)).toBe(200);
    const asked = seen();
    expect(await store.consume('a', ten, later(199))).toBe(1);
    expect(await store.peek('a', ten, later(50))).toBe(150);
    expect(seen()).toBe(asked);
    expect(await store.consume('a', ten, later(200))).toBe(0);
  });

  test('pass no call when the database does not answer', async () => {
    const gone = Object.assign(new Error('gone'), { code: 'ECONNREFUSED' });
    const { plugin } = failingStatements((_, moment) => (moment === 'before' ? gone : undefined));
    await expect(
      bucketStore(sqlClientOf(db.withPlugin(plugin))).consume('a', ten, now),
    ).rejects.toBe(gone);
  });
});
