import { describe, expect, test } from 'vitest';
import { emptyAccount, type Invoice } from '../../../../../infra/local/payments/account.ts';
import { checkoutPage, closedPage } from '../../../../../infra/local/payments/checkout-page.ts';
import { dashboardAction } from '../../../../../infra/local/payments/dashboard.ts';
import { dashboardPage } from '../../../../../infra/local/payments/dashboard-page.ts';
import { papersPage } from '../../../../../infra/local/payments/papers-page.ts';
import { type Language, languages } from '../../../../../src/contract/language.ts';
import { paymentsWords } from '../../../../../src/i18n/words.ts';
import { aStoredSession } from '../../../../support/stripe-events.ts';

const session = aStoredSession({
  title: '<b>500</b> credits',
  email: '"ada"<script>@example.com',
  successUrl: 'http://localhost:4321/account/?purchase=1&x=2',
});
const paid: typeof session = { ...session, status: 'complete', paymentId: 'pi_1' };
const deps = { origin: 'http://localhost:4324', makeId: (prefix: string) => `${prefix}_1` };
const formOf = (fields: Readonly<Record<string, string>>) => new URLSearchParams(fields);
const sellingOne = (changes: Partial<typeof session>) => ({
  ...emptyAccount,
  sessions: [{ ...paid, ...changes }],
});
const account = { ...emptyAccount, sessions: [paid] };

/** A payment with an invoice, and a credit note of its refund. */
function invoiced(language: Language): typeof emptyAccount {
  const bill = { country: 'DE', company: 'A', taxId: '', discountMinor: 0, taxMinor: 380 };
  const invoice: Invoice = {
    ...{ id: 'in_1', number: 'A-1', customerId: 'cus_1', title: 'credits', currency: 'usd' },
    ...{ amountMinor: 2_000, metadata: {}, paymentMetadata: {} },
    status: 'paid',
    taxBehavior: 'exclusive',
    bill: { ...bill, totalMinor: 2_380 },
  };
  const note = { id: 'cn_1', invoiceId: 'in_1', refundId: 're_1', amountMinor: 119, taxMinor: 19 };
  const sessions = [{ ...paid, customerId: 'cus_1', language }];
  return { ...emptyAccount, sessions, invoices: [invoice], creditNotes: [note] };
}

describe.each(languages)('in the language %s', (language) => {
  test('every page names its language, and says that it is the stand-in', () => {
    const pages = [
      checkoutPage({ ...session, language }),
      checkoutPage({ ...session, taxBehavior: 'exclusive', language }, 'declined'),
      closedPage({ ...session, language }),
      dashboardPage(account, language, 0),
      papersPage(invoiced(language), '/papers/in_1'),
      papersPage(invoiced(language), '/papers/cn_1'),
    ];
    for (const { html } of pages.map((page) => page ?? expect.fail('a page is missing'))) {
      expect(html).toContain(`<html lang="${language}">`);
      expect(html).toContain(paymentsWords[language].standIn);
    }
  });

  test('texts of others are escaped', () => {
    for (const { html } of [checkoutPage(session), dashboardPage(account, language, 0)]) {
      expect(html).not.toMatch(/<b>|<script/);
      expect(html).toContain('&lt;b&gt;500&lt;/b&gt; credits');
    }
  });
});

test('the answer to the form may redirect to the site and nowhere else', () => {
  const policy = checkoutPage(session).headers['content-security-policy'];
  expect(policy).toContain("form-action 'self' http://localhost:4321;");
});

describe('the dashboard does nothing for a form', () => {
  test.each<Record<string, string>>([
    {},
    { action: 'refund' },
    { action: 'refund', id: 'cs_test_1', amount: '0' },
    { action: 'refund', id: 'cs_test_1', amount: '-1' },
    { action: 'refund', id: 'cs_test_1', amount: '1.001' },
    { action: 'refund', id: 'cs_test_1', amount: '1e3' },
    { action: 'refund', id: 'cs_test_1', amount: '20.01' },
    { action: 'refund', id: 'cs_test_2', amount: '1' },
    { action: 'expire', id: 'cs_test_1' },
    { action: 'dispute', id: 'cs_test_2' },
    { action: 'win', id: 'dp_1' },
    { action: 'fail-refund', id: 're_1' },
    { action: 'constructor', id: 'cs_test_1' },
  ])('of %j', (fields) => {
    expect(dashboardAction(account, formOf(fields), deps)).toBeUndefined();
  });

  test('that opens a second dispute, or closes a closed one', () => {
    const dispute = formOf({ action: 'dispute', id: 'cs_test_1' });
    const opened = dashboardAction(account, dispute, deps)?.account;
    const lost =
      opened && dashboardAction(opened, formOf({ action: 'lose', id: 'dp_1' }), deps)?.account;
    if (!opened || !lost) throw new Error('nothing was disputed and lost');
    expect(dashboardAction(opened, dispute, deps)).toBeUndefined();
    expect(dashboardAction(lost, formOf({ action: 'win', id: 'dp_1' }), deps)).toBeUndefined();
  });
});

test.each([
  ['jpy', 650, '¥650', 'value="650"', '325', 325],
  ['huf', 199_950, '1,999.50', 'value="1999.50"', '999.5', 99_950],
  ['eur', 449, '€4.49', 'value="4.49"', '2.24', 224],
  ['kwd', 4_490, '4.490', 'value="4.490"', '2.24', 2_240],
  ['isk', 50_000, '500', 'value="500.00"', '250', 25_000],
])(
  'an amount in %s has the decimals of its currency',
  (currency, amountMinor, shown, value, typed, refunded) => {
    const sold = sellingOne({ currency, amountMinor });
    expect(checkoutPage({ ...session, currency, amountMinor }).html).toContain(shown);
    const { html } = dashboardPage(sold, 'en', 0);
    expect(html).toContain(shown);
    expect(html).toContain(value);
    const form = formOf({ action: 'refund', id: 'cs_test_1', amount: typed });
    const made = dashboardAction(sold, form, deps)?.account.refunds;
    expect(made).toMatchObject([{ amountMinor: refunded }]);
  },
);

test.each([
  ['kwd', 4_490, '2.245'],
  ['isk', 50_000, '250.5'],
])('a refund in %s of what Stripe would refuse is not made', (currency, amountMinor, typed) => {
  const sold = sellingOne({ currency, amountMinor });
  const form = formOf({ action: 'refund', id: 'cs_test_1', amount: typed });
  expect(dashboardAction(sold, form, deps)).toBeUndefined();
});
