import { type Kysely, sql } from 'kysely';
import { byText } from '../../../domain/ledger/wallet.ts';
import { billOf, returnedOf } from '../../../domain/purchase/bill.ts';
import type { StoredPurchase } from '../../../domain/purchase/purchase.ts';
import { transact } from '../connection/transact.ts';
import type { Schema } from '../schema/schema.ts';
import { PAGE_WALLETS } from './audit.ts';
import { nextWallets } from './audit-positions.ts';
import { entryPages, NIL_ID, readStored, type StoredRows } from './audit-rows.ts';
import { type Effects, effectsOfText } from './entry-effects.ts';
import { addShare } from './wallet-state.ts';

/**
 * The books of a month in UTC, a buyer's country and a currency. Money is in minor units. Each number counts in
 * the month of its event: a sale, a return that we heard of, credits that were spent or ended. The last two
 * numbers are what is left at the end of the month: all that was sold up to then, less all that left.
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
  /** Credits of orders that codes made free. They are in no other number. */
  given: number;
  spent: number;
  /** The share of the net payment of the spent credits' own purchase, as are the next two values. */
  spentMinor: number;
  /** Credits that ended unspent. */
  ended: number;
  endedMinor: number;
  /** Credits that went to refunds, disputes and debts, less those that came back. */
  takenBack: number;
  takenBackMinor: number;
  outstanding: number;
  outstandingMinor: number;
}

/** A month, a country and a currency. */
type Place = Pick<InvoiceLine, 'month' | 'country' | 'currency'>;

/** A line before what is left is known, with the fees by currency. */
type Line = Omit<InvoiceLine, 'fees' | 'outstanding' | 'outstandingMinor'> & {
  readonly fees: Map<string, number>;
};

/** By `keyOf`. */
type Lines = Map<string, Line>;

type Paid = StoredPurchase & { readonly paidAt: Date };

/** A paid purchase, and how many of its credits are left while its entries are read. */
interface Sale {
  readonly purchase: Paid;
  left: number;
}

/**
 * The books by month, country and currency; also of months in which nothing moved while credits were left.
 * @param fees the fees of payments, by the payment service's ids of the payments
 * @param now in the last month of the books
 */
export async function readInvoiceBooks(
  db: Kysely<Schema>,
  fees: ReadonlyMap<string, { readonly feeMinor: number; readonly currency: string }>,
  now: Date,
): Promise<readonly InvoiceLine[]> {
  const lines: Lines = new Map();
  for (let last = NIL_ID; ; ) {
    const ids = await nextWallets(db, last, PAGE_WALLETS);
    last = ids.at(-1) ?? '';
    if (last === '') return sortedLines(lines, monthOf(now));
    await addWallets(db, lines, ids, fees);
  }
}

async function addWallets(
  db: Kysely<Schema>,
  lines: Lines,
  ids: readonly string[],
  fees: Parameters<typeof readInvoiceBooks>[1],
): Promise<void> {
  const stored = await transact(db, (trx) => readStored(trx, ids, 'all'));
  const notedAt = await readTimes(db, ids);
  const sales = new Map<string, Sale>();
  for (const purchase of stored.purchases.filter(isPaid)) {
    addPayment(lines, purchase, fees.get(purchase.paymentId ?? ''));
    addReturns(lines, purchase, notedAt);
    if (!isGift(purchase)) sales.set(purchase.id, { purchase, left: purchase.amountCredits });
  }
  await addCredits(db, lines, stored, sales);
}

function isPaid<Purchase extends StoredPurchase>(purchase: Purchase): purchase is Purchase & Paid {
  return purchase.paidAt !== undefined;
}

/** A code made it free. */
function isGift(purchase: StoredPurchase): boolean {
  return billOf(purchase).totalMinor === 0;
}

function lineOf(lines: Lines, at: Date, { country = '', currency }: StoredPurchase): Line {
  const place = { month: monthOf(at), country, currency };
  const line = lines.get(keyOf(place)) ?? newLine(place);
  lines.set(keyOf(place), line);
  return line;
}

function keyOf({ month, country, currency }: Place): string {
  return `${month} ${country} ${currency}`;
}

function newLine({ month, country, currency }: Place): Line {
  return {
    ...{ month, country, currency, payments: 0, paidMinor: 0, discountMinor: 0, netMinor: 0 },
    ...{ taxMinor: 0, returnedMinor: 0, returnedTaxMinor: 0, fees: new Map(), sold: 0, given: 0 },
    ...{ spent: 0, spentMinor: 0, ended: 0, endedMinor: 0, takenBack: 0, takenBackMinor: 0 },
  };
}

function addPayment(
  lines: Lines,
  purchase: Paid,
  fee: Readonly<{ feeMinor: number; currency: string }> | undefined,
): void {
  const { discountMinor, taxMinor, totalMinor } = billOf(purchase);
  const line = lineOf(lines, purchase.paidAt, purchase);
  line.payments += 1;
  line.given += isGift(purchase) ? purchase.amountCredits : 0;
  line.paidMinor += totalMinor;
  line.discountMinor += discountMinor;
  line.netMinor += totalMinor - taxMinor;
  line.taxMinor += taxMinor;
  if (fee) addShare(line.fees, fee.currency, fee.feeMinor);
}

/** Each return has the money and the tax that it adds to those before it, so that no unit is lost. */
function addReturns(lines: Lines, purchase: Paid, notedAt: ReadonlyMap<string, Date>): void {
  const { paidAt, reversals } = purchase;
  const bill = billOf(purchase);
  let before = returnedOf(bill, []);
  for (const [index, { id }] of reversals.entries()) {
    const after = returnedOf(bill, reversals.slice(0, index + 1));
    const line = lineOf(lines, notedAt.get(id) ?? paidAt, purchase);
    line.returnedMinor += after.totalMinor - before.totalMinor;
    line.returnedTaxMinor += after.taxMinor - before.taxMinor;
    before = after;
  }
}

async function readTimes(
  db: Kysely<Schema>,
  walletIds: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  const { rows } = await sql<Pick<Schema['reversals'], 'id' | 'noted_at'>>`
    select reversals.id, noted_at from reversals join purchases on purchases.id = purchase_id
    where wallet_id in (${sql.join(walletIds)})`.execute(db);
  return new Map(rows.map((row) => [row.id, row.noted_at]));
}

/** Reads the entries of wallets, and adds what they did to bought lots. */
async function addCredits(
  db: Kysely<Schema>,
  lines: Lines,
  { wallets, lots }: StoredRows,
  sales: ReadonlyMap<string, Sale>,
): Promise<void> {
  const bought = lots.filter(({ source }) => source === 'purchase' || source === 'refund_reversed');
  const salesOfLots = new Map(bought.map(({ id, reference }) => [id, sales.get(reference)]));
  const buyers = new Set(bought.map((lot) => lot.wallet_id));
  const slices = wallets.flatMap(({ id: walletId, entry_count: upTo }) =>
    buyers.has(walletId) ? [{ walletId, after: 0, upTo }] : [],
  );
  for await (const rows of entryPages(db, slices)) {
    for (const row of rows) {
      for (const move of effectsOfText(row.effects ?? '')?.moves ?? []) {
        const sale = salesOfLots.get(move[0]);
        if (sale) addMove(lineOf(lines, row.at, sale.purchase), row, move, sale);
      }
    }
  }
}

/** Nobody sells the credits of a refund that was reversed again: less was taken back. */
function addMove(
  line: Line,
  { kind, lot_id, quantity }: Schema['entries'],
  [lotId, remaining, held, , expired]: Effects['moves'][number],
  sale: Sale,
): void {
  const sold = kind === 'grant' && lot_id === lotId ? quantity : 0;
  const gone = sold - remaining - held - expired;
  line.sold += sold;
  line.ended += expired;
  line.endedMinor += take(sale, expired);
  line[kind === 'capture' ? 'spent' : 'takenBack'] += gone;
  line[kind === 'capture' ? 'spentMinor' : 'takenBackMinor'] += take(sale, gone);
}

/**
 * Counts credits out of those that a sale has left.
 * @returns their share of the net payment in minor units, rounded so that all shares add up to it
 */
function take(sale: Sale, credits: number): number {
  const { totalMinor, taxMinor } = billOf(sale.purchase);
  const worth = (left: number) =>
    Math.round(((totalMinor - taxMinor) / sale.purchase.amountCredits) * left);
  const before = worth(sale.left);
  sale.left -= credits;
  return before - worth(sale.left);
}

function sortedLines(lines: Lines, lastMonth: string): readonly InvoiceLine[] {
  const byMonth = [...lines].toSorted(([a], [b]) => byText(a, b)).map(([, line]) => line);
  const places = Map.groupBy(byMonth, ({ country, currency }) => `${country} ${currency}`);
  const all = [...places.values()].flatMap((own) => [...withRest(own, lastMonth)]);
  return all.toSorted((a, b) => byText(keyOf(a), keyOf(b)));
}

/** The lines of a country and a currency with what is left at the end of each month, up to the last. */
function* withRest(lines: readonly Line[], lastMonth: string): Generator<InvoiceLine, void> {
  let [outstanding, outstandingMinor] = [0, 0];
  for (const [index, line] of lines.entries()) {
    outstanding += line.sold - line.spent - line.ended - line.takenBack;
    outstandingMinor += line.netMinor - line.spentMinor - line.endedMinor - line.takenBackMinor;
    const rest = { outstanding, outstandingMinor };
    const fees = [...line.fees].map(([currency, minor]) => `${minor} ${currency}`).join(' + ');
    yield { ...line, ...rest, fees };
    const next = lines[index + 1]?.month ?? monthAfter(lastMonth);
    for (let month = monthAfter(line.month); outstanding > 0 && month < next; ) {
      yield { ...newLine({ ...line, month }), ...rest, fees: '' };
      month = monthAfter(month);
    }
  }
}

/** The month of a time in UTC: `2026-11`. */
function monthOf(time: Date): string {
  return time.toISOString().slice(0, 'yyyy-mm'.length);
}

function monthAfter(month: string): string {
  const time = new Date(`${month}-01`);
  time.setUTCMonth(time.getUTCMonth() + 1);
  return monthOf(time);
}
