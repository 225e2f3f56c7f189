import { type Bench, readNumber } from './bench.ts';
import { billOf } from './scale/bill.ts';
import { simulateHotWallet } from './scale/hot-wallet.ts';
import type { Table } from './table.ts';

const MAX_MS = 10_000;
/** How long commands arrive at the hot wallet, in seconds. */
const SIMULATED_SECONDS = 60;

const visitsAMonth = [1_000, 1_000_000, 100_000_000] as const;
const commandRates = [1, 5, 10, 20, 50] as const;

/** The cost and the capacity of the product on AWS: calculated, because nothing runs there. */
export const scaleBench: Bench = {
  about: 'costs on AWS by its prices, and one wallet that many functions want: calculated',
  options: {
    'transaction-ms': { default: '25', about: 'how long a command has its wallet in hand' },
  },
  quick: {},
  prepare({ 'transaction-ms': given }) {
    const transactionMs = readNumber('transaction-ms', given, MAX_MS);
    return async () => [costTable(), await walletTable(transactionMs)];
  },
};

function costTable(): Table {
  return {
    title: 'A month on AWS, in US dollars',
    columns: ['visits', 'CloudFront', 'WAF', 'API Gateway', 'Lambda', 'DSQL', 'logs', 'all'],
    rows: visitsAMonth.map((visits) => {
      const parts = Object.values(billOf(visits));
      const all = parts.reduce((sum, part) => sum + part, 0);
      return [visits, ...[...parts, all].map((part) => Math.round(part * 100) / 100)];
    }),
    notes: [],
  };
}

async function walletTable(transactionMs: number): Promise<Table> {
  const rows: number[][] = [];
  for (const commandsPerSecond of commandRates) {
    const asked = { commandsPerSecond, transactionMs, seconds: SIMULATED_SECONDS };
    const { carriedOut, turnedAway, attempts, p50Ms, p99Ms } = await simulateHotWallet(asked);
    const waits = [Math.round(p50Ms), Math.round(p99Ms)];
    rows.push([commandsPerSecond, carriedOut, turnedAway, attempts, ...waits]);
  }
  return {
    title: 'One wallet that many functions want',
    columns: ['commands a second', 'carried out', 'turned away', 'attempts', 'p50 ms', 'p99 ms'],
    rows,
    notes: [`A transaction takes ${transactionMs} ms; commands arrive for ${SIMULATED_SECONDS} s.`],
  };
}
