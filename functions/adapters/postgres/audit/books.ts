import { type Kysely, sql } from 'kysely';
import { byText } from '../../../domain/ledger/wallet.ts';
import type { Schema } from '../schema/schema.ts';
import { PAGE_ROWS, readPages } from './audit-rows.ts';
import { addSums, type LotSums, noCredits } from './wallet-state.ts';

/**
 * The credits of one source, and of one currency where they were bought. Granted credits are spent,
 * expired, taken back or outstanding. Credits that were taken back went to refunds, or paid debts.
 */
export interface BookLine {
  readonly source: string;
  /** An ISO 4217 code; empty for credits that nobody bought. */
  readonly currency: string;
  readonly lots: number;
  readonly granted: number;
  readonly spent: number;
  readonly expired: number;
  readonly takenBack: number;
  /** Available or held. */
  readonly outstanding: number;
  /** Refunds of spent credits that are not paid yet: a claim, and no part of what was granted. */
  readonly owed: number;
  /** The money, in minor units of the currency: for bought credits only. */
  readonly paidMinor: number;
  readonly returnedMinor: number;
}

/** The books as a whole: a line for each source and currency, and the sum of their credits. */
export async function readBooks(
  db: Kysely<Schema>,
  lots: ReadonlyMap<string, LotSums>,
): Promise<readonly BookLine[]> {
  const money = await readMoney(db);
  const groups = [...lots].toSorted(([a], [b]) => byText(a, b));
  const all = new Map([['all', { ...noCredits(), lots: 0 }]]);
  for (const sums of lots.values()) addSums(all, 'all', sums);
  return [...groups, ...all].map(([group, sums]) => {
    const [source = '', currency = ''] = group.split(' ');
    const { paidMinor, returnedMinor } = (source === 'purchase' && money.get(currency)) || noMoney;
    const { lots, granted, spent, expired, takenBack, owed } = sums;
    const outstanding = sums.remaining + sums.held;
    const credits = { lots, granted, spent, expired, takenBack, outstanding, owed };
    return { source, currency, ...credits, paidMinor, returnedMinor };
  });
}

const noMoney = { paidMinor: 0, returnedMinor: 0 };

interface PaidPurchase {
  readonly id: string;
  readonly currency: string;
  readonly paid: number;
  readonly returned: number;
}

/** The money of paid purchases by currency. A payment can be returned only once. */
async function readMoney(db: Kysely<Schema>) {
  const purchases = await readPages((after) =>
    sql<PaidPurchase>`
    select id, currency, coalesce(paid_minor, amount_minor) as paid,
      least(coalesce(paid_minor, amount_minor), coalesce((
      select sum(reversals.amount_minor) from reversals
      where purchase_id = purchases.id and standing in ('taken', 'lost')), 0))::bigint as returned
    from purchases where progress = 'paid' and id > ${after}
    order by id limit ${PAGE_ROWS}`.execute(db),
  );
  const money = new Map<string, typeof noMoney>();
  for (const { currency, paid, returned } of purchases) {
    const { paidMinor, returnedMinor } = money.get(currency) ?? noMoney;
    money.set(currency, { paidMinor: paidMinor + paid, returnedMinor: returnedMinor + returned });
  }
  return money;
}
