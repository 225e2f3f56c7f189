import { expect, test } from 'vitest';
import type {
  AuditOptions,
  AuditReport,
} from '../../../../functions/adapters/postgres/audit/audit.ts';
import { finding as findingOf } from '../../../../functions/adapters/postgres/audit/finding.ts';
import { audit } from '../../../../functions/schedules/audit.ts';
import { now } from '../../../support/memory-stores.ts';

const MINUTE_MS = 60_000;

const clean: AuditReport = {
  ...{ findings: [], wallets: 3, walletsRead: 2, entriesRead: 7 },
  ...{ isFinished: true, isForeign: false, books: new Map() },
};

const numbers = { wallets: 3, walletsRead: 2, entriesRead: 7 };

const finding = (...wallets: readonly string[]): AuditReport => ({
  ...clean,
  findings: wallets.map((id) => findingOf(id, 'wallet-differs', 'a sentence')),
});
const differing = (count: number) => ({ counts: { AuditDifferences: count } });
const error = expect.any(Error);

test.each([
  ['nothing', clean, differing(0)],
  ['two wallets', finding('a', 'b', 'a'), differing(2)],
  ['nothing in its time', { ...clean, isFinished: false }, { counts: {}, error }],
  ['a wallet in its time', { ...finding('a'), isFinished: false }, { ...differing(1), error }],
  ['checkpoints of another key', { ...clean, isForeign: true }, { ...differing(0), error }],
])('an audit that finds %s counts it, and names no wallet', async (_what, report, job) => {
  const found = await audit(now, { audit: async () => report, clock: () => 0 });
  expect(found).toEqual({ numbers, ...job });
});

test('the audit reads for twelve minutes, and again what was not read whole for a week', async () => {
  let options: AuditOptions = {};
  let minutes = 0;
  const deps = {
    audit: async (given: AuditOptions) => {
      options = given;
      return clean;
    },
    clock: () => minutes * MINUTE_MS,
  };
  await audit(now, deps);
  expect(options.rereadBefore).toEqual(new Date(now.getTime() - 7 * 24 * 60 * MINUTE_MS));
  minutes = 11;
  expect(options.mayGoOn?.()).toBe(true);
  minutes = 12;
  expect(options.mayGoOn?.()).toBe(false);
});
