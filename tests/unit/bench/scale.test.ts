import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { cost } from '../../bench/scale/bill.ts';
import { scaleBench } from '../../bench/scale.ts';

const document = readFileSync(new URL('../../../docs/scale.md', import.meta.url), 'utf8');
const context = { signal: new AbortController().signal, clock: () => 0, say: () => {} };

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
  const report = await scaleBench.prepare({ 'transaction-ms': '25' })(context);
  const found = report.tables.flatMap(({ rows }) => rows.map((row) => row.map(Number)));
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
