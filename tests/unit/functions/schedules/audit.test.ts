import { expect, test } from 'vitest';
import { audit } from '../../../../functions/schedules/audit.ts';
import { now } from '../../../support/memory-stores.ts';

test.each([
  [0, []],
  [2, ['a', 'b']],
])('the audit counts %i wallets when %j differ, and names none', async (count, wallets) => {
  const ledger = { differing: async () => new Set(wallets) };
  expect(await audit(now, { ledger })).toEqual({
    numbers: {},
    counts: { AuditDifferences: count },
  });
});
