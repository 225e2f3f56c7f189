import { counts, type Reversal } from './reversal.ts';

/** The parts of a payment, as the payment service counts them, in minor units of its currency. */
export interface Bill {
  /** The price of the order, with the tax that a price contains. */
  readonly subtotalMinor: number;
  readonly discountMinor: number;
  /** All tax: the part that the price contains, or the part that came on top. */
  readonly taxMinor: number;
  /** The money that moved. */
  readonly totalMinor: number;
}

/** The bill of a payment without discount and tax. */
export function plainBill(amountMinor: number): Bill {
  return { subtotalMinor: amountMinor, discountMinor: 0, taxMinor: 0, totalMinor: amountMinor };
}

/** The bill of a purchase; before it is paid, the one that is expected without discount and tax. */
export function billOf(purchase: Readonly<{ amountMinor: number; bill?: Bill }>): Bill {
  return purchase.bill ?? plainBill(purchase.amountMinor);
}

/**
 * Whether a bill is of an order: it begins with the order's price, and the discount and the tax that
 * the price does not contain are all that leads from there to the money that moved.
 * Source: `amount_subtotal`, `amount_total` and `total_details` of "The Checkout Session object" in the
 * Stripe API reference.
 */
export function isBillOf(amountMinor: number, bill: Bill): boolean {
  const { subtotalMinor, discountMinor, taxMinor, totalMinor } = bill;
  if (subtotalMinor !== amountMinor || Math.min(discountMinor, taxMinor) < 0) return false;
  const discounted = subtotalMinor - discountMinor;
  const isInclusive = totalMinor === discounted && taxMinor <= totalMinor;
  return discounted >= 0 && (isInclusive || totalMinor === discounted + taxMinor);
}

/** Money that went back, and the tax in it, in minor units. */
export interface Returned {
  readonly totalMinor: number;
  readonly taxMinor: number;
}

/**
 * The sum of the reversals that count. It is at most the payment: one that was refunded and disputed is
 * lost once. Its tax is rounded, half up.
 */
export function returnedOf(bill: Bill, reversals: readonly Reversal[]): Returned {
  const { known, plain, rest } = returnedParts(bill, reversals);
  const taxOfPlain =
    rest.total === 0n ? 0n : (2n * plain * rest.tax + rest.total) / (2n * rest.total);
  return { totalMinor: Number(known.total + plain), taxMinor: Number(known.tax + taxOfPlain) };
}

/**
 * How many of the bought credits the reversals take back: the share of the money without tax, rounded
 * down in favour of the buyer. All of the money is all credits, and tax alone is none.
 */
export function reversedCredits(
  purchase: Readonly<{ amountCredits: number; amountMinor: number; bill?: Bill }>,
  reversals: readonly Reversal[],
): number {
  const bill = billOf(purchase);
  const { known, plain, rest } = returnedParts(bill, reversals);
  const net = BigInt(bill.totalMinor - bill.taxMinor);
  if (net === 0n) return 0;
  const netOfRest = rest.total - rest.tax;
  // The products can be larger than a double counts exactly.
  const all = BigInt(purchase.amountCredits);
  const ofKnown = known.total - known.tax;
  if (rest.total === 0n) return Number((all * ofKnown) / net);
  return Number((all * (ofKnown * rest.total + plain * netOfRest)) / (net * rest.total));
}

/**
 * Splits what went back. `known` is the reversals whose tax is known, `plain` the money of the others,
 * and `rest` the payment less `known`: of that, `plain` has tax in proportion, as Stripe Tax has it, in
 * any order. A refund of exactly the tax that is left is one of tax alone.
 * Source: "Refunds and credit notes", https://docs.stripe.com/tax/invoicing/refunds.
 */
function returnedParts(bill: Bill, reversals: readonly Reversal[]) {
  const counting = reversals.filter(counts);
  const taxOf = ({ creditNote }: Reversal) => creditNote?.taxMinor ?? 0;
  const notedTax = Math.min(sumOf(counting, taxOf), bill.taxMinor);
  const taxAlone = counting.find(
    ({ kind, amountMinor, creditNote }) =>
      kind === 'refund' && !creditNote && amountMinor === bill.taxMinor - notedTax,
  );
  const [known, others] = [[] as Reversal[], [] as Reversal[]];
  for (const one of counting) (one.creditNote || one === taxAlone ? known : others).push(one);
  const total = Math.min(sumOf(known, amountOf), bill.totalMinor);
  // No more goes back without tax than was paid without it.
  const leastTax = total - (bill.totalMinor - bill.taxMinor);
  const tax = Math.max(Math.min(notedTax + (taxAlone?.amountMinor ?? 0), total), leastTax);
  const rest = { total: BigInt(bill.totalMinor - total), tax: BigInt(bill.taxMinor - tax) };
  const plain = BigInt(sumOf(others, amountOf));
  return {
    known: { total: BigInt(total), tax: BigInt(tax) },
    plain: plain < rest.total ? plain : rest.total,
    rest,
  };
}

const amountOf = ({ amountMinor }: Reversal) => amountMinor;

function sumOf(reversals: readonly Reversal[], part: (one: Reversal) => number): number {
  return reversals.reduce((sum, one) => sum + part(one), 0);
}
