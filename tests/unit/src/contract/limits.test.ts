import { describe, expect, test } from 'vitest';
import {
  type LimitName,
  limits,
  type RateLimit,
  sharedBucket,
} from '../../../../src/contract/limits.ts';
import type { Caller, Route } from '../../../../src/contract/route.ts';
import { routes } from '../../../../src/contract/routes.ts';

const all: readonly (readonly [string, RateLimit])[] = Object.entries(limits);

const table: readonly (readonly [string, Route])[] = Object.entries(routes);

const limited = table.flatMap(([name, { caller, limit }]) =>
  limit === undefined ? [] : [[name, caller, limits[limit].per] as const],
);

/** The properties by which callers can be told apart. */
const known: Readonly<Record<Caller, readonly RateLimit['per'][]>> = {
  anyone: ['address'],
  session: ['address', 'wallet'],
  'id-token-or-session': ['address'],
  'service-key': ['address', 'service-key'],
  'access-token': ['address', 'wallet'],
  'access-token-or-key': ['address', 'wallet'],
  'personal-key': ['address', 'wallet'],
};

describe('a limit', () => {
  test.each(all)('%s is in whole calls and whole milliseconds', (_, { burstCalls, refillMs }) => {
    for (const size of [burstCalls, refillMs]) {
      expect(Number.isSafeInteger(size)).toBe(true);
      expect(size).toBeGreaterThan(0);
    }
  });

  test.each(all)('%s refills an empty bucket within ten minutes', (_, limit) => {
    for (const { burstCalls, refillMs } of [limit, sharedBucket(limit), limit.failures ?? limit])
      expect(burstCalls * refillMs).toBeLessThanOrEqual(600_000);
  });

  test.each(all)('%s counts the calls of some route', (name) => {
    const counted = table.map(([, route]) => route.limit).filter((limit) => limit === name);
    expect(counted).not.toEqual([]);
  });

  test.each(limited)('of %s, whose caller is %s, can be counted per %s', (_, caller, per) => {
    expect(known[caller]).toContain(per);
  });
});

test('every call that changes something for a session or a service is counted', () => {
  const changing = table.filter(
    ([, { method, caller }]) => method !== 'GET' && caller !== 'anyone',
  );
  expect(changing.length).toBeGreaterThan(5);
  expect(changing.filter(([, { limit }]) => limit === undefined).map(([name]) => name)).toEqual([]);
});

test('every call whose body is parsed is counted, and those that read bytes take 64 kB', () => {
  const reading = table.filter(([, { body, limit }]) => body !== undefined && limit === undefined);
  expect(reading.map(([name, { body, maxBodyBytes }]) => [name, body, maxBodyBytes])).toEqual([
    ['unsubscribe', 'bytes', undefined],
    ['receiveWebhook', 'bytes', undefined],
  ]);
});

test.each<[LimitName, number, number]>([
  ['ceremony', 200, 60],
  ['service', 1_000, 0],
  ['service', 10_000, 60],
])('%s lets through %i calls of one caller in %i s', (name, calls, seconds) => {
  const { burstCalls, refillMs } = limits[name];
  expect(burstCalls + (seconds * 1_000) / refillMs).toBeGreaterThanOrEqual(calls);
});
