import { expect, test } from 'vitest';
import { read } from '../../../../functions/credits/read-usage.ts';
import type { UsageStore } from '../../../../functions/domain/ledger/usage.ts';
import { usageLength, usagePeriods, usageSchema } from '../../../../src/contract/usage.ts';
import { account, now, sessionCaller } from '../../../support/memory-stores.ts';
import { plainRequest } from '../../../support/plain-request.ts';

const request = { ...plainRequest, caller: sessionCaller };

test.each(usagePeriods)(
  'usage by %s is that of the caller’s wallet, for all its periods',
  async (by) => {
    const asked: Parameters<UsageStore['read']>[0][] = [];
    const usage: Pick<UsageStore, 'read'> = {
      read: async (wanted) => {
        asked.push(wanted);
        const sums = [{ start: now, kind: 'capture', amountCredits: -5 } as const];
        return { balanceCredits: 20, sums };
      },
    };
    const reply = await read({ ...request, query: { by } }, { usage });
    if (!('body' in reply)) throw new Error('there is no use');
    const { buckets } = usageSchema.parse(reply.body);
    expect(buckets).toHaveLength(usageLength[by]);
    expect(buckets.at(-1)).toMatchObject({ used: 5, balance: 20 });
    expect(buckets.at(-2)).toMatchObject({ used: 0, balance: 25 });
    const first = new Date(buckets[0]?.start ?? '');
    expect(asked).toEqual([{ walletId: account.walletId, by, first, now }]);
  },
);
