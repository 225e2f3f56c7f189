import type { LedgerFigures } from '../ledger.ts';
import type { Table } from '../table.ts';

interface Conditions {
  readonly runs: number;
  readonly seconds: number;
  readonly lanes: number;
}

/** Holds that were captured, a second, and how long a hold and its capture took together. */
export function ledgerTable(figures: readonly LedgerFigures[], conditions: Conditions): Table {
  const { runs, seconds, lanes } = conditions;
  return {
    title: 'Holds that were captured',
    columns: [
      'database',
      'wallets',
      'of',
      'a second',
      'of the reference',
      'p50 ms',
      'p99 ms',
      'CPU ms',
    ],
    rows: figures.flatMap(({ kind, wallets, product, reference, share }) => [
      [
        ...[kind, wallets, 'product', Math.round(product.rate)],
        ...[share, product.p50, product.p99, product.cpuMs],
      ],
      [
        ...[kind, wallets, 'reference', Math.round(reference.rate)],
        ...[1, reference.p50, reference.p99, reference.cpuMs],
      ],
    ]),
    notes: [
      `Medians of ${runs} runs of ${seconds} s each, in turns; ${lanes} at a time, each of which holds a credit and captures it. The milliseconds are of both together; those of the CPU are of this process, which PGlite runs in and the server does not.`,
      'The reference is the same SQL, written by hand and run by the bare driver, with the same transactions, isolation, retries and turns. It checks no rule.',
      'The server syncs nothing to the disk; PGlite leaves its log to the operating system.',
    ],
  };
}
