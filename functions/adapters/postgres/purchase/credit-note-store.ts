import { type Kysely, sql } from 'kysely';
import { DAY_MS } from '../../../../src/contract/durations.ts';
import type { CreditNoteStore, RefundToNote } from '../../../domain/purchase/credit-notes.ts';
import type { Schema } from '../schema/schema.ts';

/** How many credit notes one run of the schedule asks for. */
const MAX_DUE = 10;

/** A refusal is repeated for so many days, as long as the schedule asks about refunds. */
const TRIED_DAYS = 10;

/** The refunds that lack a credit note; a dispute has none. */
export function creditNoteStore(db: Kysely<Schema>): CreditNoteStore {
  return {
    listDue: async (now) => {
      const since = new Date(now.getTime() - TRIED_DAYS * DAY_MS);
      const { rows } = await sql<RefundToNote>`
        select purchases.id as "purchaseId", payment_id as "paymentId", invoice_id as "invoiceId",
          reversals.id as "refundId", reversals.amount_minor as "amountMinor", currency
        from reversals join purchases on purchases.id = purchase_id
        where kind = 'refund' and standing = 'taken' and noted_at > ${since}
          and credit_note_id is null and invoice_id is not null and payment_id is not null
        order by noted_at desc limit ${MAX_DUE}`.execute(db);
      return rows;
    },
  };
}
