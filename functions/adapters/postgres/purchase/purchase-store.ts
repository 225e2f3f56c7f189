import type { Kysely, Transaction } from 'kysely';
import { maxListedPurchases } from '../../../../src/contract/checkout.ts';
import { takeNews } from '../../../domain/purchase/apply-payment-event.ts';
import type { PaymentNews } from '../../../domain/purchase/payments.ts';
import type { PurchaseStore, Taken } from '../../../domain/purchase/purchase-store.ts';
import { errorCode } from '../connection/errors.ts';
import { newId } from '../connection/ids.ts';
import { systemPacing, transact } from '../connection/transact.ts';
import type { CommandTools } from '../ledger/run-command.ts';
import { inTurn } from '../ledger/wallet-queue.ts';
import type { Schema } from '../schema/schema.ts';
import { insertPurchase, selectPurchase, selectPurchases, writePurchase } from './purchase-rows.ts';
import { settlePurchase } from './settle-purchase.ts';

/**
 * Purchases, and what their payments do to the wallets that they are for.
 *
 * @throws ContentionError when others were in the way to the last attempt
 */
export function purchaseStore(
  db: Kysely<Schema>,
  tools: CommandTools = { newId, pacing: systemPacing },
): PurchaseStore {
  return {
    begin: (purchase) => insertPurchase(db, purchase),
    take: async (news, now) => {
      const walletId = await walletOf(db, news.purchaseId);
      if (walletId === undefined) return unknown;
      const work = (trx: Transaction<Schema>) => takeOnce(trx, news, now, tools);
      try {
        return await inTurn(walletId, () => transact(db, work, tools.pacing));
      } catch (error) {
        if (errorCode(error) === UNIQUE_VIOLATION && (await isOfAnother(db, news))) return foreign;
        throw error;
      }
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

const unknown = { ok: false, mismatch: 'purchase' } as const;

const foreign = { ok: false, mismatch: 'owner' } as const;

/** What Postgres calls a value that must be there once and is there already. */
const UNIQUE_VIOLATION = '23505';

/**
 * Whether a payment is another purchase's. Asked only once the database has refused to store it:
 * whatever was asked before, another delivery could have come in between.
 */
async function isOfAnother(db: Kysely<Schema>, news: PaymentNews): Promise<boolean> {
  if (news.kind === 'progress') return false;
  const owner = await db
    .selectFrom('purchases')
    .where('payment_id', '=', news.paymentId)
    .where('id', '!=', news.purchaseId)
    .select('id')
    .executeTakeFirst();
  return owner !== undefined;
}

/** The wallet that a purchase is for, which never changes. */
async function walletOf(db: Kysely<Schema>, purchaseId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('purchases')
    .where('id', '=', purchaseId)
    .select('wallet_id')
    .executeTakeFirst();
  return row?.wallet_id;
}

async function takeOnce(
  trx: Transaction<Schema>,
  news: PaymentNews,
  now: Date,
  { newId: makeId }: CommandTools,
): Promise<Taken> {
  const purchase = await selectPurchase(trx, news.purchaseId);
  if (!purchase) return unknown;
  const settlement = takeNews(purchase, news, now);
  if (!settlement.ok) return settlement;
  if (settlement.purchase === purchase) return { ok: true, isGranted: false };
  await writePurchase(trx, purchase, settlement.purchase, now);
  await settlePurchase(trx, settlement, { cause: causeOf(news), now, newId: makeId });
  return { ok: true, isGranted: settlement.isNewlyPaid };
}

/** What the entries name as their cause: the refund or dispute, or else the payment. */
function causeOf(news: PaymentNews): string {
  if (news.kind === 'reversal') return news.reversal.id;
  return news.kind === 'paid' ? news.paymentId : news.purchaseId;
}
