import type { Kysely, Transaction } from 'kysely';
import { maxListedPurchases } from '../../../../src/contract/checkout.ts';
import {
  applyPaymentEvent,
  messageAbout,
  topUpsAfter,
} from '../../../domain/purchase/apply-payment-event.ts';
import type { PaymentEvent } from '../../../domain/purchase/payments.ts';
import { isPayable } from '../../../domain/purchase/purchase.ts';
import type { ApplyResult, PurchaseStore } from '../../../domain/purchase/purchase-store.ts';
import { errorCode } from '../connection/errors.ts';
import { type StoreTools, systemTools } from '../connection/store-tools.ts';
import { transact, untilNoConflict } from '../connection/transact.ts';
import { walletQueue } from '../ledger/wallet-queue.ts';
import { writeMessage } from '../outbox/write-message.ts';
import type { Schema } from '../schema/schema.ts';
import { recordOwedRefund, reopenOwedRefund } from './owed-refund-store.ts';
import {
  insertPurchase,
  numberReceipt,
  selectPurchase,
  selectPurchases,
  writePurchase,
} from './purchase-rows.ts';
import { holdBackTopUps, keepCard } from './saved-cards.ts';
import { settlePurchase } from './settle-purchase.ts';
import { claimPurchase, selectUnasked } from './unasked-purchases.ts';

/**
 * Stores purchases, and applies the events of their payments to the wallets.
 * @throws ContentionError when every attempt conflicted with other transactions
 */
export function purchaseStore(db: Kysely<Schema>, tools: StoreTools = systemTools): PurchaseStore {
  return {
    begin: (purchase) => insertPurchase(db, purchase),
    storeSession: async (purchaseId, sessionId) => {
      const update = db.updateTable('purchases').set({ session_id: sessionId });
      await untilNoConflict(() => update.where('id', '=', purchaseId).execute(), tools.pacing);
    },
    apply: async (event, now) => {
      const walletId = await walletOf(db, event.purchaseId);
      if (walletId === undefined) return unknownPurchase;
      const once = (trx: Transaction<Schema>) => applyOnce(trx, event, now, tools);
      const work = () => transact(db, once, tools.pacing);
      // Payments of all wallets meet at the counter of receipts.
      const inTurn = event.kind === 'paid' ? () => walletQueue('receipts', work) : work;
      try {
        return await walletQueue(walletId, inTurn);
      } catch (error) {
        if (errorCode(error) === UNIQUE_VIOLATION && (await isOfAnother(db, event)))
          return foreignPayment;
        throw error;
      }
    },
    claim: async (purchaseId, now, before) => {
      const claimed = await untilNoConflict(
        () => claimPurchase(db, purchaseId, now, before),
        tools.pacing,
      );
      return claimed ? selectPurchase(db, purchaseId) : undefined;
    },
    listUnasked: (now) => selectUnasked(db, now),
    find: async (walletId, purchaseId) => {
      const purchase = await selectPurchase(db, purchaseId);
      return purchase?.walletId === walletId ? purchase : undefined;
    },
    findOpen: async ({ walletId, packId, currency, amountMinor, card, createdAt: now }) => {
      const newest = await selectPurchases(db, walletId, { before: undefined, limit: MAX_OPEN });
      return newest.find(
        (one) =>
          isPayable(one, now) &&
          one.packId === packId &&
          one.currency === currency &&
          one.amountMinor === amountMinor &&
          one.card === card,
      );
    },
    list: async (walletId, cursor) => {
      if (cursor !== undefined && (await walletOf(db, cursor)) !== walletId) return undefined;
      const page = { before: cursor, limit: maxListedPurchases + 1 };
      const found = await selectPurchases(db, walletId, page);
      return {
        purchases: found.slice(0, maxListedPurchases),
        hasMore: found.length > maxListedPurchases,
      };
    },
  };
}

/** Among so many of the newest purchases one is looked for whose page may be open. */
const MAX_OPEN = 10;

const unknownPurchase = { ok: false, code: 'purchase_not_found' } as const;

const foreignPayment = { ok: false, code: 'payment_of_another_purchase' } as const;

/** Postgres' code unique_violation. */
const UNIQUE_VIOLATION = '23505';

/** Whether a payment is of another purchase; asked after the database has refused it. */
async function isOfAnother(db: Kysely<Schema>, event: PaymentEvent): Promise<boolean> {
  if (event.kind === 'progress') return false;
  const owner = await db
    .selectFrom('purchases')
    .where('payment_id', '=', event.paymentId)
    .where('id', '!=', event.purchaseId)
    .select('id')
    .executeTakeFirst();
  return owner !== undefined;
}

/** The wallet of a purchase, which never changes. */
async function walletOf(db: Kysely<Schema>, purchaseId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('purchases')
    .where('id', '=', purchaseId)
    .select('wallet_id')
    .executeTakeFirst();
  return row?.wallet_id;
}

async function applyOnce(
  trx: Transaction<Schema>,
  event: PaymentEvent,
  now: Date,
  { newId }: StoreTools,
): Promise<ApplyResult> {
  const purchase = await selectPurchase(trx, event.purchaseId);
  if (!purchase) return unknownPurchase;
  const change = applyPaymentEvent(purchase, event, now);
  if (!change.ok) return change;
  if (change.purchase === purchase) return { ok: true, isGranted: false };
  await writePurchase(trx, purchase, change.purchase, now);
  const context = { cause: causeOf(event), now, newId };
  const deducted = await settlePurchase(trx, change, context);
  await reopenOwedRefund(trx, event, purchase, now);
  const goesBack = change.isNewlyPaid && (await recordOwedRefund(trx, purchase.id));
  if (change.isNewlyPaid) await keepCard(trx, change.purchase, goesBack, now);
  if (!goesBack) {
    // An invoice has the payment service's number, and there is no second one.
    const isNumbered = change.isNewlyPaid && change.purchase.invoiceId === undefined;
    const receiptNumber = isNumbered
      ? await numberReceipt(trx, purchase.id, now)
      : purchase.receiptNumber;
    const message = messageAbout(purchase, change, event, { receiptNumber, deducted });
    if (message) await writeMessage(trx, purchase.walletId, message, { now, newId });
  }
  const topUps = topUpsAfter(purchase, change);
  if (topUps) await holdBackTopUps(trx, purchase, topUps, { now, newId });
  return { ok: true, isGranted: change.isNewlyPaid && !goesBack };
}

/** The id that the entries name as their cause: the refund, the dispute or the payment. */
function causeOf(event: PaymentEvent): string {
  if (event.kind === 'reversal') return event.reversal.id;
  return event.kind === 'paid' ? event.paymentId : event.purchaseId;
}
