import type { Kysely } from 'kysely';
import { DAY_MS } from '../../../../src/contract/durations.ts';
import { undecided } from '../../../domain/purchase/purchase.ts';
import { hasCome } from '../connection/due-time.ts';
import type { Schema } from '../schema/schema.ts';

/** Webhooks come within seconds. A purchase without one is asked about after so many milliseconds. */
const FIRST_ASK_MS = 10 * 60_000;

/** How long the schedule asks often about a purchase, in days. Stripe repeats webhooks for three days. */
const ASKED_DAYS = 10;

/** How many purchases one run asks about. The next run asks about others. */
const MAX_ASKED = 25;

/** Between two times at which the schedule asks about an undecided purchase of the last days. */
const ASK_AGAIN_MS = 60 * 60_000;

/**
 * Selects the purchases that a run of the schedule asks about: undecided ones each hour, and paid
 * ones each day, as their refunds may be unknown. An old one that is still undecided is asked about
 * each day, so that no state lasts for good. Those come first that waited for longest.
 */
export async function selectUnasked(db: Kysely<Schema>, now: Date): Promise<readonly string[]> {
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const isOlder = (column: 'created_at' | 'asked_at', ms: number) => hasCome(column, ago(ms), ms);
  const rows = await db
    .selectFrom('purchases')
    .where(({ and, or, eb }) => {
      const isRecent = eb('created_at', '>', ago(ASKED_DAYS * DAY_MS));
      const isDue = or([eb('asked_at', 'is', null), isOlder('asked_at', DAY_MS)]);
      const isDueSoon = and([isRecent, isOlder('asked_at', ASK_AGAIN_MS)]);
      return or([
        and([
          eb('progress', 'in', undecided),
          isOlder('created_at', FIRST_ASK_MS),
          or([isDue, isDueSoon]),
        ]),
        and([eb('progress', '=', 'paid'), isRecent, isOlder('created_at', DAY_MS), isDue]),
      ]);
    })
    .select('id')
    .orderBy('asked_at', (order) => order.asc().nullsFirst())
    .limit(MAX_ASKED)
    .execute();
  return rows.map(({ id }) => id);
}

/** Stores that a purchase is asked about now; false when somebody has asked after `before`. */
export async function claimPurchase(
  db: Kysely<Schema>,
  id: string,
  now: Date,
  before: Date,
): Promise<boolean> {
  const isBefore = hasCome('asked_at', before, now.getTime() - before.getTime());
  const { numUpdatedRows } = await db
    .updateTable('purchases')
    .set({ asked_at: now })
    .where('id', '=', id)
    .where(({ or, eb }) => or([eb('asked_at', 'is', null), isBefore]))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
