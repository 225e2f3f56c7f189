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

/** Whether the price alone was paid. */
export function isPlain({ discountMinor, taxMinor }: Bill): boolean {
  return discountMinor === 0 && taxMinor === 0;
}

/** The parts as answers and messages have them, beside the price. */
export function partsOf({ discountMinor, taxMinor, totalMinor }: Bill) {
  return { discountMinor, taxMinor, totalMinor };
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
 * lost once. Its tax is what credit notes say, and else in proportion, rounded half up.
 * Source: "Refunds and credit notes", https://docs.stripe.com/tax/invoicing/refunds.
 */
export function returnedOf(bill: Bill, reversals: readonly Reversal[]): Returned {
  const taxNoted = ({ creditNote }: Reversal) => creditNote?.taxMinor;
  const { known, plain, rest } = returnedParts(bill, reversals.filter(counts), taxNoted);
  const twice = 2n * rest.total;
  const taxOfPlain = twice === 0n ? 0n : (2n * plain * rest.tax + rest.total) / twice;
  return { totalMinor: Number(known.total + plain), taxMinor: Number(known.tax + taxOfPlain) };
}

/**
 * How many of the bought credits the reversals take back: the share of the money without tax, rounded
 * down in favour of the buyer. A refund of all the money takes all credits. A refund of exactly the tax is one of
 * tax alone, and takes none. Credit notes do not count: the cent that they round would move credits.
 */
export function reversedCredits(
  purchase: Readonly<{ amountCredits: number; amountMinor: number; bill?: Bill }>,
  reversals: readonly Reversal[],
): number {
  const bill = billOf(purchase);
  const counting = reversals.filter(counts);
  const taxAlone = counting.find((one) => isTaxAlone(bill, one));
  const taxOf = (one: Reversal) => (one === taxAlone ? one.amountMinor : undefined);
  const { known, plain, rest } = returnedParts(bill, counting, taxOf);
  const net = BigInt(bill.totalMinor - bill.taxMinor);
  if (net === 0n) return 0;
  // The products can be larger than a double counts exactly.
  const all = BigInt(purchase.amountCredits);
  const netOfKnown = known.total - known.tax;
  if (rest.total === 0n) return Number((all * netOfKnown) / net);
  const netInRests = netOfKnown * rest.total + plain * (rest.total - rest.tax);
  return Number((all * netInRests) / (net * rest.total));
}

function isTaxAlone({ taxMinor }: Bill, { kind, amountMinor }: Reversal): boolean {
  return kind === 'refund' && taxMinor > 0 && amountMinor === taxMinor;
}

/**
 * Splits what went back, in any order: `known` has the reversals whose tax is known, `plain` the money of
 * the others, and `rest` the payment less `known`, of which `plain` is a share.
 */
function returnedParts(
  bill: Bill,
  reversals: readonly Reversal[],
  taxOf: (one: Reversal) => number | undefined,
) {
  let [total, tax, plain] = [0, 0, 0];
  for (const one of reversals) {
    const known = taxOf(one);
    if (known === undefined) plain += one.amountMinor;
    else [total, tax] = [total + one.amountMinor, tax + known];
  }
  total = Math.min(total, bill.totalMinor);
  // No more goes back without tax than was paid without it.
  const leastTax = total - (bill.totalMinor - bill.taxMinor);
  tax = Math.max(Math.min(tax, bill.taxMinor, total), leastTax);
  const rest = { total: BigInt(bill.totalMinor - total), tax: BigInt(bill.taxMinor - tax) };
  const known = { total: BigInt(total), tax: BigInt(tax) };
  return { known, plain: least(BigInt(plain), rest.total), rest };
}

const least = (a: bigint, b: bigint) => (a < b ? a : b);
