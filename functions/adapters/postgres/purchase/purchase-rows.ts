import { type Kysely, sql, type Transaction } from 'kysely';
import type { NewPurchase, StoredPurchase } from '../../../domain/purchase/purchase.ts';
import type { Reversal } from '../../../domain/purchase/reversal.ts';
import { firstIdOf } from '../connection/store-tools.ts';
import type { Schema } from '../schema/schema.ts';

/** How many purchases one statement reads. */
const PAGE_SIZE = 200;

/** How many refunds and disputes one read may find. More come from a loop at the payment service. */
const MAX_REVERSALS = 5_000;

export async function insertPurchase(db: Kysely<Schema>, purchase: NewPurchase): Promise<void> {
  await db
    .insertInto('purchases')
    .values({
      id: purchase.id,
      wallet_id: purchase.walletId,
      pack_id: purchase.packId,
      credits: purchase.amountCredits,
      currency: purchase.currency,
      amount_minor: purchase.amountMinor,
      progress: 'open',
      payment_id: null,
      taken_back: 0,
      created_at: purchase.createdAt,
      open_until: purchase.openUntil,
      paid_at: null,
      session_id: null,
      asked_at: null,
      card: purchase.card ?? null,
      receipt_number: null,
      ...{ discount_minor: null, tax_minor: null, paid_minor: null },
      ...{ country: null, invoice_id: null },
    })
    .execute();
}

export async function selectPurchase(
  db: Kysely<Schema>,
  id: string,
): Promise<StoredPurchase | undefined> {
  const rows = await db.selectFrom('purchases').where('id', '=', id).selectAll().execute();
  const [purchase] = await withReversals(db, rows);
  return purchase;
}

/** Selects purchases of a wallet, newest first: those before the purchase `before`. */
export async function selectPurchases(
  db: Kysely<Schema>,
  walletId: string,
  page: { readonly before: string | undefined; readonly limit: number },
): Promise<readonly StoredPurchase[]> {
  const all = db.selectFrom('purchases').where('wallet_id', '=', walletId);
  const earlier = page.before === undefined ? all : all.where('id', '<', page.before);
  const rows = await earlier.selectAll().orderBy('id', 'desc').limit(page.limit).execute();
  return withReversals(db, rows);
}

/** Selects the purchases of all wallets that began at a time or later, the oldest first. */
export async function* selectPurchasesSince(
  db: Kysely<Schema>,
  since: Date,
): AsyncGenerator<StoredPurchase, void> {
  let after = firstIdOf(since);
  for (;;) {
    const later = db.selectFrom('purchases').where('id', '>', after).selectAll();
    const rows = await later.orderBy('id').limit(PAGE_SIZE).execute();
    yield* await withReversals(db, rows);
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}

/**
 * Stores a change of a purchase. The row of the purchase is always written first. Two writers then
 * conflict there, and the loser runs again. At a reversal the loser would get a unique violation.
 */
export async function writePurchase(
  trx: Transaction<Schema>,
  before: StoredPurchase,
  after: StoredPurchase,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('purchases')
    .set({
      progress: after.progress,
      payment_id: after.paymentId ?? null,
      taken_back: after.reversedCredits,
      paid_at: after.paidAt ?? null,
      discount_minor: after.bill?.discountMinor ?? null,
      tax_minor: after.bill?.taxMinor ?? null,
      paid_minor: after.bill?.totalMinor ?? null,
      country: after.country ?? null,
      invoice_id: after.invoiceId ?? null,
    })
    .where('id', '=', after.id)
    .execute();
  const stored = new Set(before.reversals);
  const changed = after.reversals.filter((reversal) => !stored.has(reversal));
  if (changed.length > 0) await upsertReversals(trx, after.id, changed, now);
}

/**
 * Gives a purchase the next receipt number of the year in UTC, in the transaction that pays it: a number
 * whose transaction fails is free again, so there are no gaps. A deployment sells for one legal entity.
 * Two payments at once conflict at the counter, and the loser runs again.
 */
export async function numberReceipt(
  trx: Transaction<Schema>,
  purchaseId: string,
  paidAt: Date,
): Promise<string> {
  const series = `R-${paidAt.getUTCFullYear()}`;
  const { rows } = await sql<{ last: number }>`
    insert into receipt_counters (series, last) values (${series}, 1)
    on conflict (series) do update set last = receipt_counters.last + 1
    returning last`.execute(trx);
  const number = `${series}-${String(rows[0]?.last).padStart(5, '0')}`;
  const purchase = trx.updateTable('purchases').where('id', '=', purchaseId);
  await purchase.set({ receipt_number: number }).execute();
  return number;
}

async function upsertReversals(
  trx: Transaction<Schema>,
  purchaseId: string,
  reversals: readonly Reversal[],
  now: Date,
): Promise<void> {
  const rows = reversals.map(({ id, kind, amountMinor, status, creditNote }) => ({
    id,
    purchase_id: purchaseId,
    kind,
    amount_minor: amountMinor,
    standing: status,
    noted_at: now,
    credit_note_id: creditNote?.id ?? null,
    tax_minor: creditNote?.taxMinor ?? null,
  }));
  await trx
    .insertInto('reversals')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(({ ref }) => ({
        amount_minor: ref('excluded.amount_minor'),
        standing: ref('excluded.standing'),
        // An inquiry moves no money: the money of a dispute goes in the month of the dispute.
        noted_at: sql`case reversals.standing when 'announced' then excluded.noted_at else reversals.noted_at end`,
        credit_note_id: ref('excluded.credit_note_id'),
        tax_minor: ref('excluded.tax_minor'),
      })),
    )
    .execute();
}

/** The purchases of at most a page of rows. */
export async function withReversals(
  db: Kysely<Schema>,
  purchases: readonly Schema['purchases'][],
): Promise<readonly StoredPurchase[]> {
  if (purchases.length === 0) return [];
  const ids = purchases.map(({ id }) => id);
  const rows = await db
    .selectFrom('reversals')
    .where('purchase_id', 'in', ids)
    .selectAll()
    .orderBy('noted_at')
    .limit(MAX_REVERSALS + 1)
    .execute();
  if (rows.length > MAX_REVERSALS) throw new Error('a purchase has too many reversals');
  const byPurchase = Map.groupBy(rows, (row) => row.purchase_id);
  return purchases.map((row) => purchaseOfRow(row, byPurchase.get(row.id) ?? []));
}

function purchaseOfRow(
  row: Schema['purchases'],
  reversals: readonly Schema['reversals'][],
): StoredPurchase {
  return {
    id: row.id,
    walletId: row.wallet_id,
    packId: row.pack_id,
    amountCredits: row.credits,
    currency: row.currency,
    amountMinor: row.amount_minor,
    progress: row.progress,
    ...(row.payment_id === null ? {} : { paymentId: row.payment_id }),
    ...(row.session_id === null ? {} : { sessionId: row.session_id }),
    ...(row.card === null ? {} : { card: row.card }),
    reversedCredits: row.taken_back,
    createdAt: row.created_at,
    openUntil: row.open_until,
    ...(row.paid_at === null ? {} : { paidAt: row.paid_at }),
    ...(row.receipt_number === null ? {} : { receiptNumber: row.receipt_number }),
    ...billOfRow(row),
    ...(row.country === null ? {} : { country: row.country }),
    ...(row.invoice_id === null ? {} : { invoiceId: row.invoice_id }),
    reversals: reversals.map(reversalOfRow),
  };
}

function billOfRow(row: Schema['purchases']): Pick<StoredPurchase, 'bill'> {
  const { amount_minor, discount_minor: discountMinor, tax_minor: taxMinor, paid_minor } = row;
  if (discountMinor === null || taxMinor === null || paid_minor === null) return {};
  return {
    bill: { subtotalMinor: amount_minor, discountMinor, taxMinor, totalMinor: paid_minor },
  };
}

function reversalOfRow({
  credit_note_id: noteId,
  tax_minor: taxMinor,
  amount_minor: amountMinor,
  ...row
}: Schema['reversals']): Reversal {
  const { id, kind, standing: status } = row;
  const reversal = { id, kind, amountMinor, status };
  if (noteId === null || taxMinor === null) return reversal;
  return { ...reversal, creditNote: { id: noteId, taxMinor } };
}
