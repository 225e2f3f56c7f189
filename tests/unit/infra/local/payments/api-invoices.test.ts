import { expect, test } from 'vitest';
import { type Account, emptyAccount } from '../../../../../infra/local/payments/account.ts';
import { answerInvoices } from '../../../../../infra/local/payments/api-invoices.ts';
import { taxed, taxOfNote } from '../../../../../infra/local/payments/tax.ts';

const buyer = { country: 'DE', company: '', taxId: '' } as const;
const bill = { ...buyer, discountMinor: 0, taxMinor: 380, totalMinor: 2_380 };
const invoice: Account['invoices'][number] = {
  ...{ id: 'in_1', number: 'LOCAL-0001', status: 'open', customerId: 'cus_1', currency: 'usd' },
  ...{ title: '500 credits', amountMinor: 2_000, taxBehavior: 'exclusive', bill },
  ...{ paymentId: 'pi_1', metadata: {}, paymentMetadata: {} },
};
const draft = { ...invoice, id: 'in_2', status: 'draft' } as const;
const refund = { id: 're_1', paymentId: 'pi_1', amountMinor: 1_000, status: 'succeeded' } as const;
const account: Account = {
  ...emptyAccount,
  customers: ['cus_1'],
  invoices: [invoice, draft, { ...invoice, id: 'in_3', status: 'void' }],
  refunds: [refund, { ...refund, id: 're_2', paymentId: 'pi_2' }],
  creditNotes: [
    { id: 'cn_1', invoiceId: 'in_1', refundId: 're_0', amountMinor: 1_500, taxMinor: 239 },
  ],
};

const make = {
  ...{
    customer: 'cus_1',
    currency: 'usd',
    'automatic_tax[enabled]': 'true',
    auto_advance: 'false',
  },
  ...{ collection_method: 'charge_automatically', pending_invoice_items_behavior: 'exclude' },
  ...{ 'metadata[purchase]': 'p', 'metadata[site]': 's' },
};
const item = {
  ...{ customer: 'cus_1', invoice: 'in_2', amount: '2000', currency: 'usd' },
  ...{ description: 'x', tax_behavior: 'exclusive' },
};
const finalize = { auto_advance: 'false', 'expand[0]': 'payments' };
const pay = { payment_method: 'pm_1', off_session: 'true' };
const note = {
  ...{ invoice: 'in_1', amount: '880', 'refunds[0][refund]': 're_1' },
  'refunds[0][amount_refunded]': '880',
};

const noTax = { isTaxActive: false };

test.each<[string, string, Record<string, string>, unknown, Partial<Account>?]>([
  ['a customer who is deleted', 'invoices', { ...make, customer: 'cus_2' }, 'resource_missing'],
  ['an account without a head office', 'invoices', make, 'stripe_tax_inactive', noTax],
  ['a parameter it does not know', 'invoices', { ...make, a: 'b' }, 'parameter_unknown'],
  [
    'an item for a finalized invoice',
    'invoiceitems',
    { ...item, invoice: 'in_1' },
    'invoice_not_editable',
  ],
  ['an item in another currency', 'invoiceitems', { ...item, currency: 'eur' }, undefined],
  [
    'a buyer without an address',
    'invoices/in_2/finalize',
    finalize,
    'customer_tax_location_invalid',
  ],
  ['to finalize twice', 'invoices/in_1/finalize', finalize, 'invoice_not_editable'],
  ['to pay a void invoice', 'invoices/in_3/pay', pay, 'invoice_not_editable'],
  ['to pay by a card of somebody else', 'invoices/in_1/pay', pay, 'resource_missing'],
  ['to void twice', 'invoices/in_3/void', {}, 'invoice_not_editable'],
  ['a note of more than is left', 'credit_notes', { ...note, amount: '881' }, undefined],
  [
    'a note of another amount than its refund’s',
    'credit_notes',
    { ...note, amount: '879' },
    undefined,
  ],
  [
    'a note of another payment’s refund',
    'credit_notes',
    { ...note, 'refunds[0][refund]': 're_2' },
    'resource_missing',
  ],
  ['an invoice that there is not', 'invoices/in_9/pay', pay, 'resource_missing'],
])('it refuses %s', (_what, path, form, code, changes = {}) => {
  const known = { ...account, ...changes };
  const answer = answerInvoices(`/v1/${path}`, new URLSearchParams(form), {
    ...{ origin: 'http://localhost:4324', clock: () => new Date(0), perform: async () => true },
    account: { read: () => known, update: () => expect.fail('nothing changes') },
    makeId: (prefix) => `${prefix}_9`,
  });
  expect(answer?.status).toBeGreaterThanOrEqual(400);
  expect(answer?.body).toMatchObject({ error: { message: expect.any(String) } });
  if (code !== undefined) expect(answer?.body).toMatchObject({ error: { code } });
});

test.each([
  ['usd', 'exclusive', 'CH', 1_999, 0, [0, 154, 2_153]],
  ['usd', 'inclusive', 'CH', 1_999, 0, [0, 143, 1_999]],
  ['huf', 'exclusive', 'HU', 199_950, 33, [65_984, 36_171, 170_137]],
  ['jpy', 'exclusive', 'DE', 650, 0, [0, 124, 774]],
  ['kwd', 'exclusive', 'SE', 4_490, 0, [0, 1_120, 5_610]],
  ['isk', 'inclusive', 'GB', 50_000, 50, [25_000, 4_200, 25_000]],
  ['usd', 'exclusive', 'US', 2_000, 100, [2_000, 0, 0]],
] as const)(
  'it rounds in %s, with tax that is %s in %s',
  (currency, taxBehavior, country, amountMinor, percent, [discountMinor, taxMinor, totalMinor]) => {
    const parts = taxed({ amountMinor, currency, taxBehavior }, { ...buyer, country }, percent);
    expect(parts).toMatchObject({ discountMinor, taxMinor, totalMinor });
  },
);

test('the tax of the notes of a whole invoice is the tax of the invoice', () => {
  const amounts = [333, 7, 1_000, 1_040];
  const before = { amountMinor: 0, taxMinor: 0 };
  for (const amount of amounts) {
    before.taxMinor += taxOfNote(bill, before, amount);
    before.amountMinor += amount;
  }
  expect(before).toEqual({ amountMinor: 2_380, taxMinor: 380 });
});
