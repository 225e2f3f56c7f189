import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ORIGIN_CHECKS_AT_ONCE } from '../../../../infra/aws/api/function-maker.ts';
import { throttles } from '../../../../infra/aws/api/http-api.ts';
import { billOf, call, cost, lambdaGbSecond, visit } from '../../bench/scale/bill.ts';
import { scaleBench } from '../../bench/scale.ts';

const document = readFileSync(new URL('../../../../docs/scale.md', import.meta.url), 'utf8');
const inWords = (count: number) => count.toLocaleString('en');
const context = { signal: new AbortController().signal, say: () => {} };

test('an amount costs nothing while it is free, and then each tier has its own price', () => {
  const tiers = [
    [10, 2],
    [Number.POSITIVE_INFINITY, 1],
  ] as const;
  expect([5, 6, 15, 16, 115].map((amount) => cost(amount, 5, ...tiers))).toEqual([
    0, 2, 20, 21, 120,
  ]);
});

test('docs/scale.md has the tables of the bench', async () => {
  const tables = await scaleBench.prepare({ 'transaction-ms': '25' })(context);
  const found = tables.flatMap(({ rows }) => rows.map((row) => row.map(Number)));
  const written = [...document.matchAll(/^\| [\d,. |]+$/gm)].map(([row]) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => Number(cell.replaceAll(',', ''))),
  );
  expect(written.map(({ length }) => length)).toEqual(found.map(({ length }) => length));
  const apart = found.flat().map((value, index) => Math.abs(value - (written.flat()[index] ?? 0)));
  // The document rounds dollars.
  expect(Math.max(...apart)).toBeLessThan(0.6);
});

test('docs/scale.md says what the gateway lets in, and what a flood of it costs', () => {
  const { site, flows } = throttles;
  const perRoute = `${inWords(site.ratePerSecond)} calls a second of each route`;
  expect(document.split(perRoute)).toHaveLength(3);
  expect(document).toContain(`after a burst of ${inWords(site.burstCalls)}`);
  expect(document).toContain(
    `${inWords(site.ratePerSecond / visit.apiCalls)} visits a second at the least`,
  );
  expect(document).toContain(
    `${inWords(flows.ratePerSecond)} calls a second of each of its routes`,
  );
  const secondsADay = 24 * 60 * 60;
  const daysAMonth = 30;
  const calls = flows.ratePerSecond * secondsADay * daysAMonth;
  const { apiGateway, lambda, logs } = billOf(calls / visit.apiCalls);
  const dollarsADay = Math.round((apiGateway + lambda + logs) / daysAMonth);
  expect(document).toContain(`costs ${dollarsADay} dollars a day`);
});

test('docs/scale.md says what made-up secrets at the origin cost a day', () => {
  const gbSeconds = ORIGIN_CHECKS_AT_ONCE * call.memoryGb * 24 * 60 * 60;
  const dollarsADay = Math.round(cost(gbSeconds, 0, [Number.POSITIVE_INFINITY, lambdaGbSecond]));
  expect(document).toContain(`${ORIGIN_CHECKS_AT_ONCE} at once, ${dollarsADay} dollars a day`);
});
