import { type Kysely, sql, type Transaction } from 'kysely';
import type { TopUp } from '../../../../src/contract/top-up.ts';
import { undecided } from '../../../domain/purchase/purchase.ts';
import {
  type BoughtByCard,
  type StoredRule,
  startOfMonth,
  topUpPauseMs,
} from '../../../domain/purchase/top-up.ts';
import type { Schema } from '../schema/schema.ts';

type Card = Schema['saved_cards'];

/** The rule, card and charges that the owner of a wallet sees. */
export async function readTopUp(db: Kysely<Schema>, walletId: string, now: Date): Promise<TopUp> {
  const card = await db
    .selectFrom('saved_cards')
    .innerJoin('wallets', 'wallets.id', 'saved_cards.wallet_id')
    .where('wallet_id', '=', walletId)
    .where('state', '<>', 'released')
    .selectAll('saved_cards')
    .select('top_up_below')
    .executeTakeFirst();
  const { spent, undecidedUntil } = await readBought(db, walletId, now);
  const month = { spent, charging: undecidedUntil !== null && undecidedUntil > now };
  if (!card || card.state === 'released') return { state: 'none', ...month };
  const { state, saved_at, top_up_below: below } = card;
  const common = { state, savedAt: saved_at.toISOString(), ...month };
  const stored = ruleOf(card);
  if (!stored || below === null) return common;
  const { packId: pack, ...terms } = stored;
  return { ...common, rule: { ...terms, below, pack } };
}

/** The rule of a card; undefined until it is set. */
export function ruleOf(card: Card): StoredRule | undefined {
  const { pack_id: packId, currency, price_minor: priceMinor, up_to: upTo } = card;
  if (packId === null || currency === null || priceMinor === null) return undefined;
  // A rule that an older function has stored beside the newer columns has a count, too.
  if (card.monthly !== null) {
    return { packId, currency, priceMinor, mostMinor: card.monthly * priceMinor };
  }
  if (card.most_minor === null || upTo === null) return undefined;
  return { packId, currency, priceMinor, mostMinor: card.most_minor, upTo };
}

/** By the wallet, not by the card: a pause does not end because the card or the rule is replaced. */
export async function readBought(
  db: Kysely<Schema>,
  walletId: string,
  now: Date,
): Promise<BoughtByCard> {
  const { rows } = await sql<{
    currency: string;
    spent: number;
    last_at: Date | null;
    open_until: Date | null;
  }>`
    select currency,
      sum(case when progress <> 'closed' and created_at >= ${startOfMonth(now)}
        then coalesce(paid_minor, amount_minor) else 0 end) as spent,
      max(case when greatest(created_at, paid_at) <= ${latestAt(now)}
        then greatest(created_at, paid_at) end) as last_at,
      max(case when progress in (${sql.join(undecided)}) then open_until end) as open_until
    from purchases where wallet_id = ${walletId} and card = 'pays' group by currency
    order by currency`.execute(db);
  return {
    spent: rows
      .map(({ currency, spent }) => ({ currency, amountMinor: Number(spent) }))
      .filter(({ amountMinor }) => amountMinor > 0),
    lastAt: latest(rows.map(({ last_at }) => last_at)),
    undecidedUntil: latest(rows.map(({ open_until }) => open_until)),
  };
}

function latest(times: readonly (Date | null)[]): Date | null {
  return times.reduce((last, time) => (last && time && last > time ? last : (time ?? last)), null);
}

/** A later time comes from a clock that ran ahead: waiting for it would stop topping up until then. */
const latestAt = (now: Date) => new Date(now.getTime() + topUpPauseMs);

/** Finds a purchase that nobody may charge any more, and of which nobody knows what it came to. */
export async function findLeft(
  trx: Transaction<Schema>,
  walletId: string,
  now: Date,
): Promise<string | undefined> {
  const left = await trx
    .selectFrom('purchases')
    .where('wallet_id', '=', walletId)
    .where('card', '=', 'pays')
    .where('progress', 'in', undecided)
    .where(({ or, eb }) => or([eb('open_until', '<=', now), eb('created_at', '>', latestAt(now))]))
    .select('id')
    .executeTakeFirst();
  return left?.id;
}
