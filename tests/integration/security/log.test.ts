import { beforeAll, expect, test } from 'vitest';
import type { MetricName } from '../../../src/contract/metrics.ts';
import { type Shop, startShop } from '../journeys/shop.ts';
import { liveAWholeLife } from '../journeys/whole-life.ts';

let shop: Shop;
let secrets: readonly string[];

beforeAll(async () => {
  shop = await startShop();
  secrets = await liveAWholeLife(shop);
  return shop.close;
}, 60_000);

function lines(): readonly Record<string, unknown>[] {
  return shop.api.logged.map((line) => Object(JSON.parse(line)));
}

/** The sums that CloudWatch would show. */
function sumOf(name: MetricName): number {
  return lines().reduce((sum, line) => sum + Number(line[name] ?? 0), 0);
}

test('a whole life leaves a line for each call and run, with its time, name, result and duration', () => {
  expect(lines().length).toBeGreaterThanOrEqual(18);
  for (const line of lines()) {
    expect(line).toMatchObject({
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      requestId: expect.stringMatching(/^[\w-]+$/),
      durationMs: expect.any(Number),
    });
    expect('schedule' in line || ('route' in line && 'status' in line)).toBe(true);
  }
});

test('no line names the person, or has a secret to act in their place', () => {
  const whole = shop.api.logged.join('\n');
  for (const secret of secrets) {
    expect(whole).not.toContain(secret);
    expect(whole).not.toContain(encodeURIComponent(secret));
  }
  expect(whole).not.toMatch(/[\w.]+@[\w.]+|eyJ[\w-]+|mrk_|whsec_|sk_test_/);
});

test('refusals are in the log with their codes, those of tokens and keys among them', () => {
  const codes = lines().flatMap(({ code }) => (code ? [code] : []));
  const expected = ['token_replayed', 'not_found', 'credits_insufficient', 'service_key_invalid'];
  expect(codes).toEqual(expect.arrayContaining(expected));
});

test('each event is counted once, also when its answer was repeated', () => {
  expect({
    signIns: sumOf('SignIns'),
    grants: sumOf('Grants'),
    holds: sumOf('Holds'),
    captures: sumOf('Captures'),
    faults: sumOf('Faults'),
    differences: sumOf('AuditDifferences'),
  }).toEqual({
    signIns: 1,
    // The trial, the gift, the gift of the batch and the purchase.
    grants: 4,
    // Three of a service, one of a run, and one of a run with a key.
    holds: 5,
    captures: 3,
    faults: 0,
    differences: 0,
  });
  expect(sumOf('Refusals')).toBeGreaterThanOrEqual(4);
});

test('every count on a line is a metric of CloudWatch, and every metric has its count', () => {
  const counting = lines().filter((line) => '_aws' in line);
  expect(counting.length).toBeGreaterThanOrEqual(8);
  for (const line of counting) {
    const { CloudWatchMetrics: directives, Timestamp: at } = Object(line._aws);
    expect(new Date(at).toISOString()).toBe(line.time);
    for (const { Metrics: named, Dimensions: dimensions } of directives) {
      for (const { Name: name } of named) expect(line[name]).toEqual(expect.any(Number));
      for (const dimension of dimensions.flat())
        expect(line[dimension]).toEqual(expect.any(String));
    }
  }
});
