import { type Kysely, sql } from 'kysely';
import { billOf, returnedOf } from '../../../domain/purchase/bill.ts';
import type { StoredPurchase } from '../../../domain/purchase/purchase.ts';
import { withReversals } from '../purchase/purchase-rows.ts';
import type { Schema } from '../schema/schema.ts';
import { PAGE_ROWS, readPages } from './audit-rows.ts';
import { type LotSums, monthOf } from './wallet-state.ts';

/**
 * The invoices of a month in UTC, a buyer's country and a currency. Money is in minor units: what was paid
 * is `netMinor` and `taxMinor`. Money that went back counts in the month in which we heard of it. Credits count in
 * the month of their sale, whenever they were spent or ended; their values are shares of `netMinor`.
 */
export interface InvoiceLine {
  readonly month: string;
  /** An ISO 3166-1 code; empty where no invoice was made. */
  readonly country: string;
  readonly currency: string;
  payments: number;
  paidMinor: number;
  discountMinor: number;
  netMinor: number;
  taxMinor: number;
  returnedMinor: number;
  returnedTaxMinor: number;
  /** In minor units with their currency, which is that of the account; empty where it is not known. */
  fees: string;
  sold: number;
  /** Credits of orders that codes made free. */
  given: number;
  spent: number;
  spentMinor: number;
  /** Credits that ended unspent. */
  ended: number;
  endedMinor: number;
  takenBack: number;
  outstanding: number;
  outstandingMinor: number;
}

/** The fee of a payment, by the payment service's id of the payment. */
type Fees = ReadonlyMap<string, { readonly feeMinor: number; readonly currency: string }>;

type Lines = Map<string, InvoiceLine>;
type Paid = StoredPurchase & { readonly paidAt: Date };

/**
 * The books by month, country and currency.
 * @param lots the books of an audit that read every wallet from its first entry
 */
export async function readInvoiceBooks(
  db: Kysely<Schema>,
  lots: ReadonlyMap<string, LotSums>,
  fees: Fees,
): Promise<readonly InvoiceLine[]> {
  const lines: Lines = new Map();
  const feesOfLines = new Map<InvoiceLine, Map<string, number>>();
  await readPages(async (after) => {
    const { rows } = await sql<Schema['purchases']>`
      select * from purchases where progress = 'paid' and id > ${after}
      order by id limit ${PAGE_ROWS}`.execute(db);
    const notedAt = await readTimes(db, rows);
    for (const purchase of await withReversals(db, rows)) {
      if (!isPaid(purchase)) continue;
      const line = addPayment(lines, purchase);
      addReturns(lines, purchase, notedAt);
      const fee = fees.get(purchase.paymentId ?? '');
      const known = feesOfLines.get(line) ?? new Map<string, number>();
      if (fee) known.set(fee.currency, (known.get(fee.currency) ?? 0) + fee.feeMinor);
      feesOfLines.set(line, known);
    }
    return { rows };
  });
  for (const [line, known] of feesOfLines) {
    line.fees = [...known].map(([currency, minor]) => `${minor} ${currency}`).join(' + ');
  }
  for (const [group, sums] of lots) addCredits(lines, group.split(' '), sums);
  return [...lines].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => valued(line));
}

function isPaid(purchase: StoredPurchase): purchase is Paid {
  return purchase.paidAt !== undefined;
}

function lineOf(lines: Lines, month: string, country: string, currency: string): InvoiceLine {
  const key = `${month} ${country} ${currency}`;
  const line = lines.get(key) ?? {
    ...{ month, country, currency, payments: 0, paidMinor: 0, discountMinor: 0, netMinor: 0 },
    ...{ taxMinor: 0, returnedMinor: 0, returnedTaxMinor: 0, fees: '', sold: 0, given: 0 },
    ...{ spent: 0, spentMinor: 0, ended: 0, endedMinor: 0, takenBack: 0 },
    ...{ outstanding: 0, outstandingMinor: 0 },
  };
  lines.set(key, line);
  return line;
}

function addPayment(lines: Lines, purchase: Paid): InvoiceLine {
  const { country = '', currency, paidAt } = purchase;
  const { discountMinor, taxMinor, totalMinor } = billOf(purchase);
  const line = lineOf(lines, monthOf(paidAt), country, currency);
  line.payments += 1;
  line.paidMinor += totalMinor;
  line.discountMinor += discountMinor;
  line.netMinor += totalMinor - taxMinor;
  line.taxMinor += taxMinor;
  return line;
}

/** Each return has the money and the tax that it adds to those before it, so that no unit is lost. */
function addReturns(lines: Lines, purchase: Paid, notedAt: ReadonlyMap<string, Date>): void {
  const { country = '', currency, paidAt, reversals } = purchase;
  const bill = billOf(purchase);
  let before = returnedOf(bill, []);
  for (const [index, { id }] of reversals.entries()) {
    const after = returnedOf(bill, reversals.slice(0, index + 1));
    const line = lineOf(lines, monthOf(notedAt.get(id) ?? paidAt), country, currency);
    line.returnedMinor += after.totalMinor - before.totalMinor;
    line.returnedTaxMinor += after.taxMinor - before.taxMinor;
    before = after;
  }
}

async function readTimes(
  db: Kysely<Schema>,
  purchases: readonly Schema['purchases'][],
): Promise<ReadonlyMap<string, Date>> {
  const ids = purchases.map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const reversals = db.selectFrom('reversals').where('purchase_id', 'in', ids);
  const rows = await reversals.select(['id', 'noted_at']).execute();
  return new Map(rows.map((row) => [row.id, row.noted_at]));
}

/** A dispute that was won gives credits again, in a lot of its own. */
function addCredits(
  lines: Lines,
  [source = '', currency = '', month = '', country = '']: readonly string[],
  sums: LotSums,
): void {
  if (month === '') return;
  const line = lineOf(lines, month, country, currency);
  if (source === 'gift') {
    line.given += sums.granted;
    return;
  }
  const isReturned = source === 'refund_reversed';
  line.sold += isReturned ? 0 : sums.granted;
  line.takenBack += sums.takenBack - (isReturned ? sums.granted : 0);
  line.spent += sums.spent;
  line.ended += sums.expired;
  line.outstanding += sums.remaining + sums.held;
}

function valued(line: InvoiceLine): InvoiceLine {
  const { netMinor, sold, spent, ended, outstanding } = line;
  const worth = (credits: number) => (sold === 0 ? 0 : Math.round((netMinor / sold) * credits));
  return {
    ...line,
    ...{ spentMinor: worth(spent), endedMinor: worth(ended), outstandingMinor: worth(outstanding) },
  };
}
