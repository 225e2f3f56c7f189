import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../../../functions/adapters/postgres/schema/schema.ts';

/** How many wallets one statement fills, so that its rows need little space beside the tables. */
const AT_ONCE = 25;

/** Over how many days the entries are spread. Keys are looked up for the last 90. */
const DAYS = 360;

interface History {
  /** Wallets of one lot each, without entries. */
  readonly walletIds: readonly string[];
  /** How many entries they get together. */
  readonly entries: number;
  readonly now: Date;
}

/**
 * Gives wallets a history of holds that were captured, with the hashes that the product would have
 * written. The server computes them: through a connection they would take ten times as long.
 *
 * @param db without a limit on the time of statements
 */
export async function fillHistory(
  db: Kysely<Schema>,
  { walletIds, entries, now }: History,
  say: (line: string) => void,
): Promise<void> {
  // A grant, and then pairs of a hold and its capture.
  const each = Math.max(3, 2 * Math.floor(entries / walletIds.length / 2) + 1);
  for (let start = 0; start < walletIds.length; start += AT_ONCE) {
    say(`${start} of ${walletIds.length} wallets have a history`);
    const ids = sql.join(walletIds.slice(start, start + AT_ONCE));
    await insertEntries(db, ids, each, now);
    await insertRest(db, ids);
  }
  await sql`
    insert into sweep_positions (part, position, forgotten_before)
    values ('keys', null, now() - ${KEPT})`.execute(db);
  await sql`update wallets set entry_count = last.number, available = last.available_after,
    head = last.hash from entries as last
    where last.wallet_id = wallets.id and last.number = ${each}`.execute(db);
  await sql`update lots set remaining = wallets.available from wallets
    where wallets.id = lots.wallet_id`.execute(db);
}

/** How long keys are kept in this ledger: the sweep says so, and the audit expects the others. */
const KEPT = sql.raw("interval '91 days'");

type Ids = ReturnType<typeof sql.join>;

/** A hold takes a credit and its capture spends it, so all columns follow from the number. */
async function insertEntries(db: Kysely<Schema>, ids: Ids, each: number, now: Date) {
  const stepMs = Math.floor((DAYS * 86_400_000) / each);
  await sql`
    insert into entries (wallet_id, number, kind, quantity, amount, balance_before, balance_after,
      available_after, held_after, owed_after, lot_id, hold_id, reference, idempotency_key, actor,
      at, effects, hash)
    with recursive chain as (
      select lots.wallet_id, 1::bigint as number, lots.id as lot, lots.amount as granted,
        'grant' as kind, amount as quantity, lots.amount as change, lots.amount as after, lots.amount as free,
        0::bigint as held, lots.id as lot_id, null::uuid as hold_id, 'bench' as reference,
        'grant by bench' as key, lots.granted_at as at, effects, encode(sha256(convert_to(
          '["","' || wallet_id || '",1,"grant",' || amount || ',' || amount || ',0,' || amount ||
          ',' || amount || ',0,0,"' || id || '",null,"bench","grant by bench","bench","' ||
          to_char(granted_at at time zone 'utc', ${isoFormat}) || '",' || to_json(effects) || ']',
          'utf8')), 'hex') as hash
      from lots cross join lateral (select '{"until":"' || to_char(expires_at at time zone 'utc',
        ${isoFormat}) || '","lots":[["' || id || '",' || amount || ',0,0,0,0]]}' as effects) as made
      where lots.wallet_id in (${ids})
      union all
      select chain.wallet_id, chain.number + 1, lot, granted, next.kind, 1, next.change,
        next.after, next.free, next.held, null, next.hold_id, 'run', next.key, next.at,
        next.effects, encode(sha256(convert_to('["' || chain.hash || '","' || chain.wallet_id ||
          '",' || chain.number + 1 || ',"' || next.kind || '",1,' || next.change || ',' ||
          chain.after || ',' || next.after || ',' || next.free || ',' || next.held ||
          ',0,null,"' || next.hold_id || '","run","' || next.key || '","service bench","' ||
          to_char(next.at at time zone 'utc', ${isoFormat}) || '",' || to_json(next.effects) || ']',
          'utf8')), 'hex')
      from chain cross join lateral (
        select chain.number % 2 = 1 as begins, md5(chain.wallet_id || '-' || (chain.number - 1) / 2)::uuid as hold_id,
          ${now}::timestamptz - (${each}::bigint - chain.number) * ${stepMs}::bigint * interval '1 millisecond' as at
      ) as pair cross join lateral (
        select pair.hold_id, pair.at, case when begins then 'hold' else 'capture' end as kind,
          case when begins then 0 else -1 end::bigint as change,
          chain.after - case when begins then 0 else 1 end as after,
          chain.free - case when begins then 1 else 0 end as free,
          case when begins then 1 else 0 end::bigint as held,
          'key-' || chain.number as key,
          case when begins then '{"until":"' || to_char((pair.at + interval '1 day') at time zone 'utc', ${isoFormat}) ||
            '","lots":[["' || lot || '",-1,1,0,0,0]]}'
          else '{"lots":[["' || lot || '",0,-1,0,0,0]]}' end as effects) as next
      where chain.number < ${each})
    select wallet_id, number, kind, quantity, change, after - change, after, free, held, 0, lot_id,
      hold_id, reference, key, case number when 1 then 'bench' else 'service bench' end, at,
      effects, hash
    from chain`.execute(db);
}

/** As `toISOString` writes it. */
const isoFormat = sql.lit('YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

/** The holds of the entries, and the keys of those whose keys are kept. */
async function insertRest(db: Kysely<Schema>, ids: Ids): Promise<void> {
  await sql`
    insert into holds (id, wallet_id, amount, split, state, captured, reference, created_at,
      expires_at, actor)
    select hold_id, entries.wallet_id, 1, '[["' || lots.id || '",1]]', 'captured',
      '[["' || lots.id || '",1]]', 'run', at, at + interval '1 day',
      entries.actor
    from entries join lots on lots.wallet_id = entries.wallet_id
    where kind = 'hold' and entries.wallet_id in (${ids})`.execute(db);
  await sql`
    insert into idempotency_keys (wallet_id, key, actor, request_hash, response, created_at)
    select wallet_id, idempotency_key, actor, '', '{}', at from entries
    where number > 1 and at > now() - ${KEPT} and wallet_id in (${ids})`.execute(db);
}
