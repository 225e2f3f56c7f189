import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import type { BenchReport } from '../../../bench/bench.ts';
import { scaleBench } from '../../../bench/scale.ts';
import type { Cell } from '../../../bench/table.ts';

const document = readFileSync(new URL('../../../../docs/scale.md', import.meta.url), 'utf8');

const context = { signal: new AbortController().signal, clock: () => 0, say: () => {} };

let report: BenchReport;
beforeAll(async () => {
  const defaults = scaleBench.options.map(({ name, default: value }) => [name, value]);
  report = await scaleBench.prepare(Object.fromEntries(defaults))(context);
});

/** The cells of the rows below a heading of the document, as numbers. */
function rowsBelow(heading: string): number[][] {
  const section = document.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  return [...section.matchAll(/^\| [\d,. |]+$/gm)].map(([row]) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => Number(cell.replaceAll(',', ''))),
  );
}

test.each([
  ['What it costs', 0],
  ['One wallet that everybody wants', 1],
  ['A storm of sign-ins', 2],
])('the table below “%s” is that of the bench', (heading, index) => {
  const said = rowsBelow(heading);
  const found = report.tables[index]?.rows.map((row) => row.map(toNumber)) ?? [];
  expect(said.map(({ length }) => length)).toEqual(found.map(({ length }) => length));
  const apart = found.flatMap((row, line) =>
    row.map((value, column) => Math.abs(value - (said[line]?.[column] ?? Number.NaN))),
  );
  // The document rounds dollars.
  expect(Math.max(...apart)).toBeLessThan(0.6);
});

function toNumber(cell: Cell): number {
  return Number(String(cell).replaceAll(',', ''));
}
