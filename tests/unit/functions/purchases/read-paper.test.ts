import { expect, test } from 'vitest';
import type { StoredPurchase } from '../../../../functions/domain/purchase/purchase.ts';
import { read } from '../../../../functions/purchases/read-paper.ts';
import { sessionCaller } from '../../../support/memory-stores.ts';
import { plainRequest } from '../../../support/plain-request.ts';
import { aPurchase, aReversal, purchaseId } from '../../../support/purchases.ts';

const reversals = [
  aReversal({ creditNote: { id: 'cn_1', taxMinor: 0 } }),
  aReversal({ id: 're_2' }),
];
const invoiced = aPurchase({ invoiceId: 'in_1', reversals });

test.each<[string, StoredPurchase | undefined, string, string | undefined]>([
  ['the invoice', invoiced, 'invoice', 'https://papers.example/in_1'],
  ['the credit note of a refund', invoiced, 're_1', 'https://papers.example/cn_1'],
  ['the credit note of a refund that has none yet', invoiced, 're_2', undefined],
  ['the credit note of another purchase', invoiced, 're_3', undefined],
  ['the invoice of a purchase without one', aPurchase(), 'invoice', undefined],
  ['the invoice of somebody else', undefined, 'invoice', undefined],
])('%s is led to where it is the caller’s', async (_what, purchase, paper, location) => {
  const find = async (id: string) => ({ ok: true, url: `https://papers.example/${id}` }) as const;
  const reply = await read(
    { ...plainRequest, params: { id: purchaseId, paper }, caller: sessionCaller },
    {
      purchases: { find: async () => purchase },
      papers: { findInvoice: find, findCreditNote: find },
    },
  );
  const refusal = { ok: false, code: 'purchase_not_found' };
  expect(reply).toMatchObject(location === undefined ? refusal : { status: 302, location });
});
