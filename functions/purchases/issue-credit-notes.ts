import type { CreditNoteStore, CreditNotes } from '../domain/purchase/credit-notes.ts';
import type { PurchaseStore } from '../domain/purchase/purchase-store.ts';

export interface CreditNoteDeps {
  readonly purchases: Pick<PurchaseStore, 'apply'>;
  readonly creditNotes: CreditNoteStore & CreditNotes;
}

/**
 * Issues the credit notes of refunds of invoices. A refused one stops no other, and is tried again. A
 * payment service that does not answer ends the run.
 * @returns how many were issued or found, and the errors
 */
export async function issueCreditNotes(
  now: Date,
  { purchases, creditNotes }: CreditNoteDeps,
): Promise<{ readonly issued: number; readonly errors: unknown[] }> {
  let issued = 0;
  const errors: unknown[] = [];
  for (const refund of await creditNotes.listDue(now)) {
    try {
      const answer = await creditNotes.issue(refund);
      if (answer.ok) {
        await purchases.apply(answer.event, now);
        issued += 1;
        continue;
      }
      errors.push(answer.cause);
      if (answer.code === 'payments_unreachable') break;
    } catch (error) {
      errors.push(error);
    }
  }
  return { issued, errors };
}
