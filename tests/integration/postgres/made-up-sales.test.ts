import type { Kysely } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import type { InvoiceLine } from '../../../functions/adapters/postgres/audit/invoice-books.ts';
import type { Schema } from '../../../functions/adapters/postgres/schema/schema.ts';
import type { Account } from '../../../infra/local/payments/account.ts';
import { databaseOfBlock } from '../../support/database.ts';
import { monthOf, sellAndCompare } from '../../support/made-up-sales.ts';
import { deleteRows } from '../../support/stored-rows.ts';
import { thoroughness } from '../../support/thoroughness.ts';

const { count, together } = thoroughness.sales;
const firstSeed = Number(process.env.SEED ?? Date.now() % 1_000_000);
const seeds = Array.from({ length: count / together }, (_, index) => firstSeed + index);
const SALE_MS = 1_500;

const noSums = () => ({ paid: 0, discount: 0, tax: 0, returned: 0, noted: 0 });

/** The sums of the stand-in's account by month, country and currency. */
function sumsOf(account: Account, returnedIn: ReadonlyMap<string, string>) {
  const sums = new Map<string, ReturnType<typeof noSums>>();
  const at = (key: string) => {
    const found = sums.get(key) ?? noSums();
    sums.set(key, found);
    return found;
  };
  const places = new Map<string, string>();
  for (const { bill, currency, createdAt, paymentId } of account.sessions) {
    if (!bill) continue;
    const place = `${bill.country} ${currency.toUpperCase()}`;
    const sum = at(`${monthOf(new Date(createdAt * 1_000))} ${place}`);
    sum.paid += bill.totalMinor;
    sum.discount += bill.discountMinor;
    sum.tax += bill.taxMinor;
    if (paymentId !== null) places.set(paymentId, place);
  }
  const noted = new Map(account.creditNotes.map((one) => [one.refundId, one.amountMinor]));
  for (const { id, paymentId, amountMinor, status } of [...account.refunds, ...account.disputes]) {
    const sum = at(`${returnedIn.get(id)} ${places.get(paymentId)}`);
    if (status !== 'won') sum.returned += amountMinor;
    sum.noted += noted.get(id) ?? 0;
  }
  return sums;
}

function booksOf({ paidMinor, discountMinor, taxMinor, returnedMinor }: InvoiceLine) {
  return { paid: paidMinor, discount: discountMinor, tax: taxMinor, returned: returnedMinor };
}

const placeOf = ({ country, currency }: InvoiceLine) => `${country} ${currency}`;

/** Compares the rows at the end of each month with the books, which the audit makes of the entries. */
function expectCreditsInTheirMonths(
  lines: readonly InvoiceLine[],
  { left, books }: Pick<Awaited<ReturnType<typeof sellAndCompare>>, 'left' | 'books'>,
  why: string,
): void {
  const total = (of: readonly InvoiceLine[], name: 'spent' | 'ended' | 'takenBack') =>
    of.reduce((sum, line) => sum + line[name], 0);
  for (const [month, places] of left) {
    for (const [place, { ended, outstanding, worth: outstandingMinor }] of places) {
      const own = lines.filter((line) => placeOf(line) === place && line.month <= month);
      expect(total(own, 'ended'), `${why} ${month} ${place}`).toBe(ended);
      const line = own.at(-1);
      if (line?.month !== month) expect(outstanding, `${why} ${month} ${place}`).toBe(0);
      else expect(line, why).toMatchObject({ outstanding, outstandingMinor });
    }
  }
  const sums = [...books].filter(([group]) => /^(purchase|refund_reversed) /.test(group));
  const all = (name: 'spent' | 'expired' | 'takenBack') =>
    sums.reduce((sum, [, numbers]) => sum + numbers[name], 0);
  const again = sums.filter(([group]) => group.startsWith('refund_reversed'));
  const granted = again.reduce((sum, [, numbers]) => sum + numbers.granted, 0);
  const made = [total(lines, 'spent'), total(lines, 'ended'), total(lines, 'takenBack')];
  expect(made, why).toEqual([all('spent'), all('expired'), all('takenBack') - granted]);
}

/** Credits go with the money without tax alone. */
async function expectNoCreditForTax(db: Kysely<Schema>, why: string): Promise<void> {
  const rows = await db
    .selectFrom('purchases')
    .where('progress', '=', 'paid')
    .selectAll()
    .execute();
  const reversals = await db.selectFrom('reversals').selectAll().execute();
  const of = Map.groupBy(reversals, (one) => one.purchase_id);
  for (const row of rows) {
    const gone = (of.get(row.id) ?? []).filter(({ standing }) => /taken|lost/.test(standing));
    const sum = gone.reduce((total, { amount_minor }) => total + amount_minor, 0);
    const [paid, tax] = [row.paid_minor ?? row.amount_minor, row.tax_minor ?? 0];
    const isTaxAlone = ({ kind, amount_minor }: (typeof gone)[number]) =>
      kind === 'refund' && amount_minor === tax;
    if (sum >= paid && paid > 0) expect(row.taken_back, why).toBe(row.credits);
    else if (gone.length === 1 && gone.some(isTaxAlone)) expect(row.taken_back, why).toBe(0);
    else if (!gone.some(isTaxAlone)) {
      const share = paid === 0 ? 0 : Number((BigInt(row.credits) * BigInt(sum)) / BigInt(paid));
      expect(row.taken_back, why).toBe(share);
    }
  }
}

describe('made-up sales on the embedded database', () => {
  const { db } = databaseOfBlock('embedded');

  afterEach(() => deleteRows(db));

  test.each(seeds)(
    'the books of seed %i have each unit that was paid, kept and given back, and each credit',
    async (seed) => {
      const { account, returnedIn, lines, ...credits } = await sellAndCompare(db, together, seed);
      const why = `SEED=${seed}`;
      const expected = sumsOf(account, returnedIn);
      const books = new Map(lines.map((line) => [`${line.month} ${placeOf(line)}`, line]));
      for (const key of new Set([...expected.keys(), ...books.keys()])) {
        const { noted, ...sums } = expected.get(key) ?? noSums();
        const line = books.get(key);
        expect(line ? booksOf(line) : noSums(), `${why} ${key}`).toMatchObject(sums);
        expect(line ? line.netMinor + line.taxMinor : 0, `${why} ${key}`).toBe(sums.paid);
        expect(noted, `${why} ${key}`).toBeLessThanOrEqual(sums.returned);
      }
      const refunded = account.refunds.reduce((sum, one) => sum + one.amountMinor, 0);
      const noted = account.creditNotes.reduce((sum, one) => sum + one.amountMinor, 0);
      expect(noted, why).toBe(refunded);
      expectCreditsInTheirMonths(lines, credits, why);
      await expectNoCreditForTax(db, why);
    },
    together * SALE_MS,
  );
});
