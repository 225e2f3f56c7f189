import { sql } from 'kysely';
import { type Check, of } from './audit-checks.ts';

/** What is recomputed of the purchases of each wallet (rule 6): what they gave, and took back. */
export const purchaseChecks: readonly Check[] = [
  {
    rule: 6,
    query: (page) => sql`
      select purchases.wallet_id as "walletId",
        format('purchase %s of %s is %s, and %s were granted for it', purchases.id, credits,
          progress, coalesce(granted, 0)) as sentence
      from purchases left join (
        select reference, sum(amount) as granted from lots
        where ${of('wallet_id', page)} and source = 'purchase' group by reference) as bought
        on bought.reference = purchases.id::text
      where ${of('purchases.wallet_id', page)}
        and coalesce(granted, 0) <> case progress when 'paid' then credits else 0 end`,
  },
  {
    // A refund takes what a lot has, or adds to what it owes, and both count as refunded; or it
    // forgives what had expired, which the entries still say and the lot doesn't any more.
    rule: 6,
    query: (page) => sql`
      select purchases.wallet_id as "walletId",
        format('%s credits of purchase %s were taken back, and its lots have %s refunded and %s '
          'forgiven', taken_back, purchases.id, coalesce(refunded, 0), coalesce(forgiven, 0))
          as sentence
      from purchases left join (
        select reference, sum(refunded) as refunded,
          sum(coalesce(ran_out, 0) - expired) as forgiven
        from lots left join (
          select lot_id, sum(quantity) as ran_out from entries
          where ${of('wallet_id', page)} and kind = 'expire' group by lot_id) as ends
          on ends.lot_id = lots.id
        where ${of('wallet_id', page)} and source in ('purchase', 'refund_reversed')
        group by reference) as bought
        on bought.reference = purchases.id::text
      where ${of('purchases.wallet_id', page)}
        and taken_back <> coalesce(refunded, 0) + coalesce(forgiven, 0)`,
  },
  {
    // In proportion to the money, rounded in favour of the buyer (`taken-back.ts`).
    rule: 6,
    query: (page) => sql`
      select wallet_id as "walletId",
        format('%s of the %s credits of purchase %s, for %s, were taken back for reversals of %s',
          taken_back, credits, purchases.id, amount_minor, coalesce(gone, 0)) as sentence
      from purchases left join (
        select purchase_id, sum(reversals.amount_minor) as gone
        from reversals join purchases on purchases.id = purchase_id
        where ${of('wallet_id', page)} and standing in ('taken', 'lost')
        group by purchase_id) as going on purchase_id = purchases.id
      where ${of('wallet_id', page)} and taken_back <> case progress
        when 'paid' then div(credits * least(coalesce(gone, 0), amount_minor), amount_minor)
        else 0 end`,
  },
];
