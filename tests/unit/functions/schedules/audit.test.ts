import { expect, test } from 'vitest';
import type {
  AuditOptions,
  AuditReport,
} from '../../../../functions/adapters/postgres/audit/audit.ts';
import { finding } from '../../../../functions/adapters/postgres/audit/finding.ts';
import { audit } from '../../../../functions/schedules/audit.ts';
import { now } from '../../../support/memory-stores.ts';

const MINUTE_MS = 60_000;

const clean: AuditReport = {
  ...{ findings: [], wallets: 3, walletsRead: 2, entriesRead: 7 },
  ...{ isFinished: true, isForeign: false, books: new Map() },
};

const numbers = { wallets: 3, walletsRead: 2, entriesRead: 7 };

function findings(...walletIds: readonly string[]) {
  return walletIds.map((id) => finding(id, 'wallet-differs', 'a sentence'));
}

test.each([
  ['nothing', clean, { counts: { AuditDifferences: 0 } }],
  [
    'two wallets, one of them twice,',
    { ...clean, findings: findings('a', 'b', 'a') },
    { counts: { AuditDifferences: 2 } },
  ],
  [
    'nothing before its time was over',
    { ...clean, isFinished: false },
    { counts: {}, error: expect.any(Error) },
  ],
  [
    'a wallet before its time was over',
    { ...clean, isFinished: false, findings: findings('a') },
    { counts: { AuditDifferences: 1 }, error: expect.any(Error) },
  ],
  [
    'checkpoints of another key',
    { ...clean, isForeign: true },
    { counts: { AuditDifferences: 0 }, error: expect.any(Error) },
  ],
])('an audit that finds %s counts it, and names no wallet', async (_what, report, job) => {
  expect(await audit(now, { audit: async () => report, clock: () => 0 })).toEqual({
    numbers,
    ...job,
  });
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
