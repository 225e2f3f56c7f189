import { functionMemoryMb } from '../../infra/aws/conventions.ts';
import { seededRandom } from '../support/random.ts';
import { type Bench, type BenchReport, readNumber } from './bench.ts';
import { type Bill, billOf } from './scale/costs.ts';
import { type HotWalletResult, simulateHotWallet } from './scale/hot-wallet.ts';
import { quotas } from './scale/prices.ts';
import { type StormResult, simulateStorm } from './scale/sign-in-storm.ts';
import type { Table } from './table.ts';

const SEED = 1;
const MAX_MS = 10_000;

const visitsAMonth = [1_000, 1_000_000, 100_000_000] as const;
const arrivalRates = [1, 5, 10, 20, 50] as const;
const stormRates = [10, 50, 200, 1_000, 5_000] as const;

/** How long commands arrive at the hot wallet, and people at the sign-in, in seconds. */
const SIMULATED_SECONDS = 60;

/**
 * A visit as `docs/scale.md` explains it: three pages; every fiftieth visitor is signed in, makes
 * eight calls and runs two flows; every two-hundredth signs in.
 */
const habits = {
  requests: 12,
  transferKb: 120,
  apiCalls: 0.2,
  transactions: 0.3,
  storedBytes: 60,
} as const;

const functions = { memoryGb: functionMemoryMb / 1_024, seconds: 0.06, logBytes: 400 } as const;

/** What the product would cost and bear on AWS: calculated and simulated, as nothing runs there. */
export const scaleBench: Bench = {
  about: 'costs on AWS by its prices, a hot wallet and a storm of sign-ins: calculated',
  options: [
    {
      name: 'transaction-ms',
      type: 'string',
      default: '25',
      about: 'how long a command has its wallet in hand',
    },
    {
      name: 'cold-start-ms',
      type: 'string',
      default: '500',
      about: 'how long a new function takes until it answers',
    },
    {
      name: 'sign-in-ms',
      type: 'string',
      default: '80',
      about: 'how long a sign-in takes in a function that runs',
    },
  ],
  prepare(values) {
    const given = (name: string) => readNumber(name, values[name], MAX_MS, 'milliseconds');
    const times = {
      transactionMs: given('transaction-ms'),
      coldStartMs: given('cold-start-ms'),
      signInMs: given('sign-in-ms'),
    };
    return () => calculate(times);
  },
};

interface Times {
  readonly transactionMs: number;
  readonly coldStartMs: number;
  readonly signInMs: number;
}

async function calculate(times: Times): Promise<BenchReport> {
  const bills = visitsAMonth.map((visits) => ({ visits, bill: billOf(visits, habits, functions) }));
  const seconds = SIMULATED_SECONDS;
  const wallets: { readonly rate: number; readonly result: HotWalletResult }[] = [];
  for (const rate of arrivalRates) {
    const random = seededRandom(SEED);
    const { transactionMs } = times;
    wallets.push({
      rate,
      result: await simulateHotWallet({ arrivalsPerSecond: rate, transactionMs, seconds, random }),
    });
  }
  const storms = stormRates.map((rate) => {
    const random = seededRandom(SEED);
    return {
      rate,
      result: simulateStorm({ signInsPerSecond: rate, seconds, quotas, random, ...times }),
    };
  });
  return {
    tables: [costTable(bills), walletTable(wallets, times), stormTable(storms, times)],
    comparisons: [],
    figures: { times, habits, functions, bills, wallets, storms },
  };
}

function costTable(rows: readonly { readonly visits: number; readonly bill: Bill }[]): Table {
  return {
    title: 'A month on AWS, in US dollars',
    columns: ['visits', 'CloudFront', 'WAF', 'API Gateway', 'Lambda', 'DSQL', 'logs', 'all'],
    rows: rows.map(({ visits, bill }) => {
      const parts = Object.values(bill);
      const all = parts.reduce((sum, part) => sum + part, 0);
      return [visits, ...[...parts, all].map((part) => Math.round(part * 100) / 100)];
    }),
    notes: [],
  };
}

function walletTable(
  rows: readonly { readonly rate: number; readonly result: HotWalletResult }[],
  { transactionMs }: Times,
): Table {
  return {
    title: 'One wallet that many functions want',
    columns: ['commands a second', 'carried out', 'turned away', 'attempts', 'p50 ms', 'p99 ms'],
    rows: rows.map(({ rate, result }) => [
      rate,
      result.carriedOut,
      result.turnedAway,
      result.attempts,
      Math.round(result.p50Ms),
      Math.round(result.p99Ms),
    ]),
    notes: [`A transaction takes ${transactionMs} ms; commands arrive for ${SIMULATED_SECONDS} s.`],
  };
}

function stormTable(
  rows: readonly { readonly rate: number; readonly result: StormResult }[],
  { coldStartMs, signInMs }: Times,
): Table {
  return {
    title: 'A storm of sign-ins',
    columns: ['sign-ins a second', 'signed in', 'throttled', 'unconnected', 'functions', 'p99 ms'],
    rows: rows.map(({ rate, result }) => [
      rate,
      result.signedIn,
      result.throttled,
      result.unconnected,
      result.environments,
      Math.round(result.p99Ms),
    ]),
    notes: [
      `A sign-in takes ${signInMs} ms, and ${coldStartMs} ms more in a new function; people come for ${SIMULATED_SECONDS} s.`,
    ],
  };
}
