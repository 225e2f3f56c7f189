import { type RawBuilder, sql } from 'kysely';

export interface Finding {
  readonly walletId: string;
  /** The number of the broken rule of the ledger. */
  readonly rule: 1 | 2 | 3 | 4 | 5 | 6;
  /** Says what is stored and what it should be. */
  readonly sentence: string;
}

/** Wallets whose ids lie between two, both included. */
export interface Page {
  readonly first: string;
  readonly last: string;
}

export interface Check {
  readonly rule: Finding['rule'];
  readonly query: (page: Page) => RawBuilder<Pick<Finding, 'walletId' | 'sentence'>>;
}

/** The checks of the rules 1 to 5. */
export const checks: readonly Check[] = [
  {
    rule: 1,
    query: (page) => sql`
      select id as "walletId",
        format('the wallet has %s available, %s held and %s owed, none of which can be negative',
          available, held, owed) as sentence
      from wallets where ${of('id', page)} and (available < 0 or held < 0 or owed < 0)`,
  },
  {
    rule: 1,
    query: (page) => sql`
      select wallet_id as "walletId",
        format('lot %s of %s has %s remaining, %s held, %s owed, %s expired and %s refunded: '
          'none can be negative, nor the first, second and fourth more than the lot together',
          id, amount, remaining, held, owed, expired, refunded) as sentence
      from lots where ${of('wallet_id', page)} and not coalesce(
        remaining >= 0 and held >= 0 and owed >= 0 and expired >= 0 and refunded >= 0
          and remaining + held + expired <= amount, false)`,
  },
  {
    rule: 2,
    query: (page) => sql`
      select id as "walletId",
        format('the entries sum to %s, and the wallet to %s', coalesce(total, 0),
          available + held - owed) as sentence
      from wallets left join (
        select wallet_id, sum(amount) as total from entries
        where ${of('wallet_id', page)} group by wallet_id) as sums on wallet_id = id
      where ${of('id', page)} and coalesce(total, 0) <> available + held - owed`,
  },
  {
    rule: 2,
    query: (page) => sql`
      select wallets.id as "walletId",
        format('the lots have %s remaining, %s held and %s owed, and the wallet %s, %s and %s',
          coalesce(lots_available, 0), coalesce(lots_held, 0), coalesce(lots_owed, 0),
          available, held, owed) as sentence
      from wallets left join (
        select wallet_id, sum(remaining) as lots_available, sum(held) as lots_held,
          sum(owed) as lots_owed
        from lots where ${of('wallet_id', page)} group by wallet_id) as sums on wallet_id = id
      where ${of('id', page)} and (coalesce(lots_available, 0) <> available
        or coalesce(lots_held, 0) <> held or coalesce(lots_owed, 0) <> owed)`,
  },
  {
    rule: 3,
    query: (page) => sql`
      select id as "walletId",
        format('the wallet counts %s entries, of which there are %s, numbered up to %s',
          entry_count, coalesce(entries_there, 0), coalesce(highest, 0)) as sentence
      from wallets left join (
        select wallet_id, count(*) as entries_there, max(number) as highest from entries
        where ${of('wallet_id', page)} group by wallet_id) as counts on wallet_id = id
      where ${of('id', page)} and (coalesce(entries_there, 0) <> entry_count
        or coalesce(highest, 0) <> entry_count)`,
  },
  {
    rule: 3,
    query: (page) => sql`
      select wallet_id as "walletId",
        format('entry %s says %s + %s = %s = %s + %s - %s, after an entry that ends at %s',
          number, balance_before, amount, balance_after, available_after, held_after,
          owed_after, previous) as sentence
      from (
        select *, lag(balance_after, 1, 0::bigint) over (partition by wallet_id order by number)
          as previous
        from entries where ${of('wallet_id', page)}) as chain
      where balance_before <> previous or balance_before + amount <> balance_after
        or balance_after <> available_after + held_after - owed_after
        or available_after < 0 or held_after < 0 or owed_after < 0`,
  },
  {
    rule: 3,
    query: (page) => sql`
      select id as "walletId",
        format('the last entry leaves %s available, %s held and %s owed, and the wallet has %s, '
          '%s and %s', available_after, held_after, owed_after, available, held, owed) as sentence
      from wallets join entries on wallet_id = id and number = entry_count
      where ${of('id', page)} and (available_after <> available or held_after <> held
        or owed_after <> owed)`,
  },
  {
    rule: 3,
    query: (page) => sql`
      select wallet_id as "walletId",
        format('entry %s, a %s of %s, changes the balance by %s', number, kind, quantity, amount)
          as sentence
      from entries where ${of('wallet_id', page)} and not coalesce(case kind
        when 'grant' then quantity > 0 and amount = quantity
        when 'refund_reversed' then quantity > 0 and amount = quantity
        when 'hold' then quantity > 0 and amount = 0
        when 'release' then quantity > 0 and amount = 0
        when 'capture' then quantity > 0 and amount = -quantity
        when 'expire' then quantity > 0 and amount = -quantity
        when 'refund' then quantity > 0 and amount between -quantity and 0
        end, false)`,
  },
  {
    rule: 3,
    query: (page) => sql`
      select lots.wallet_id as "walletId",
        format('lot %s of %s was granted by entries of %s', lots.id, lots.amount,
          coalesce(granted, 0)) as sentence
      from lots left join (
        select lot_id, sum(quantity) as granted from entries
        where ${of('wallet_id', page)} and kind in ('grant', 'refund_reversed')
        group by lot_id) as grants on lot_id = lots.id
      where ${of('lots.wallet_id', page)} and coalesce(granted, 0) <> lots.amount`,
  },
  {
    // Our own keys have a space in them, and not all of them are stored. Old ones are deleted.
    rule: 4,
    query: (page) => sql`
      select wallet_id as "walletId",
        format('entry %s was caused under a key that is not kept', number) as sentence
      from entries where ${of('wallet_id', page)} and position(' ' in idempotency_key) = 0
        and at >= coalesce((select forgotten_before from sweep_positions where part = 'keys'),
          '-infinity')
        and not exists (select from idempotency_keys as keys
          where keys.wallet_id = entries.wallet_id and keys.key = entries.idempotency_key)`,
  },
  {
    rule: 5,
    query: (page) => sql`
      select wallet_id as "walletId",
        format('hold %s of %s is %s, and its entries hold %s, capture %s and release %s', id,
          amount, state, coalesce(taken, 0), coalesce(spent, 0), coalesce(returned, 0)) as sentence
      from holds left join (
        select hold_id, sum(quantity) filter (where kind = 'hold') as taken,
          sum(quantity) filter (where kind = 'capture') as spent,
          sum(quantity) filter (where kind = 'release') as returned
        from entries where ${of('wallet_id', page)} and hold_id is not null
        group by hold_id) as done on hold_id = id
      where ${of('wallet_id', page)} and not coalesce(taken = amount and case state
        when 'open' then coalesce(spent, 0) < amount and returned is null
        when 'captured' then spent > 0 and spent + coalesce(returned, 0) = amount
        when 'released' then returned > 0 and coalesce(spent, 0) + returned = amount
        when 'expired' then returned > 0 and coalesce(spent, 0) + returned = amount
        end, false)`,
  },
  {
    // The last capture of a hold returns the rest under its own key, in the entry after its own.
    rule: 5,
    query: (page) => sql`
      select holds.wallet_id as "walletId",
        format('hold %s is %s, and entry %s returned it', holds.id, state, back.number) as sentence
      from holds join entries as back on back.wallet_id = holds.wallet_id
        and back.hold_id = holds.id and back.kind = 'release'
      where ${of('holds.wallet_id', page)} and (state = 'captured') <> exists (
        select from entries as spent where spent.wallet_id = back.wallet_id
          and spent.number = back.number - 1 and spent.hold_id = back.hold_id
          and spent.kind = 'capture' and spent.idempotency_key = back.idempotency_key)`,
  },
];

/** Whether a column names a wallet of the page. */
export function of(column: string, { first, last }: Page): RawBuilder<boolean> {
  return sql`${sql.ref(column)} between ${first} and ${last}`;
}

/** The checks of rule 6: the credits that purchases granted, and that reversals took back. */
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
    // A refund takes credits of a lot or adds to its debt: both count as refunded. Or it forgives
    // expired credits: the entries still have them, and the lot no longer has.
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
    // In proportion to the money, rounded in favour of the buyer (`reversal.ts`).
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
