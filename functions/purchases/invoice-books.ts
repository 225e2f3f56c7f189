import { type InvoiceLine, readInvoiceBooks } from '../adapters/postgres/audit/invoice-books.ts';
import { paymentFees } from '../adapters/stripe/fees.ts';

interface Deps {
  readonly db: Parameters<typeof readInvoiceBooks>[0];
  readonly stripe: Parameters<typeof paymentFees>[0];
}

/**
 * The books by month, country and currency, with the fees that the payment service tells.
 * @param now in the last month of the books
 * @returns the lines, and whether the payment service has answered
 */
export async function invoiceBooksOf(
  now: Date,
  { db, stripe }: Deps,
): Promise<{ readonly lines: readonly InvoiceLine[]; readonly hasFees: boolean }> {
  const fees = await paymentFees(stripe);
  const lines = await readInvoiceBooks(db, fees ?? new Map(), now);
  return { lines, hasFees: fees !== undefined };
}
