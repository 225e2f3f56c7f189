import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema/schema.ts';
import { NIL_ID, PAGE_ROWS } from './audit-rows.ts';
import { type Finding, finding } from './finding.ts';

/** The sweep runs each minute. It has missed a change that is due for longer, in milliseconds. */
export const OVERDUE_MS = 15 * 60_000;

/** How many findings of one kind are enough. */
const MAX_FOUND = 1_000;

/** Sorts after every id. */
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** The tables that name a wallet; each has an index that begins with it. */
const parts = [
  'lots',
  'entries',
  'holds',
  'idempotency_keys',
  'purchases',
] as const satisfies readonly (keyof Schema)[];

type Gap = readonly [low: string, high: string];

/** Finds rows of missing wallets between those of a page, by one look into each gap. */
export async function findOrphans(
  db: Kysely<Schema>,
  walletIds: readonly string[],
  isLast: boolean,
): Promise<readonly Finding[]> {
  const ids = [...walletIds, ...(isLast ? [LAST_ID] : [])];
  const gaps = ids.slice(1).map((id, index): Gap => [ids[index] ?? NIL_ID, id]);
  const findings: Finding[] = [];
  for (const part of parts) {
    findings.push(
      ...(await findStrays(db, part, gaps)).map((id) =>
        finding(id, 'wallet-missing', `there is no such wallet, and rows of it in ${part}`),
      ),
    );
  }
  return findings;
}

/**
 * The first id in each gap that is no wallet's. The claims of an actor to its keys, which have no
 * response, have an id of their own (`idempotent.ts`), behind which the gap goes on.
 */
async function findStrays(
  db: Kysely<Schema>,
  part: (typeof parts)[number],
  gaps: readonly Gap[],
): Promise<readonly string[]> {
  if (gaps.length === 0) return [];
  const claim = part === 'idempotency_keys' ? sql`response = ''` : sql`false`;
  const { rows } = await sql<{ wallet_id: string; high: string; is_claim: boolean }>`
    select found.wallet_id, high, is_claim
    from (values ${sql.join(gaps.map(([low, high]) => sql`(${low}::uuid, ${high}::uuid)`))})
      as gaps (low, high)
    cross join lateral (
      select wallet_id, ${claim} as is_claim from ${sql.table(part)}
      where wallet_id > low and wallet_id < high order by wallet_id limit 1) as found
    where not exists (select from wallets where id = found.wallet_id)`.execute(db);
  const further = rows.filter((row) => row.is_claim).map((row): Gap => [row.wallet_id, row.high]);
  const strays = rows.filter((row) => !row.is_claim).map((row) => row.wallet_id);
  return [...strays, ...(await findStrays(db, part, further))];
}

/** Finds holds and lots that ended long ago, and that the sweep has not ended. */
export async function findOverdue(db: Kysely<Schema>, now: Date): Promise<readonly Finding[]> {
  const since = new Date(now.getTime() - OVERDUE_MS);
  const { rows } = await sql<{ wallet_id: string; what: string; expires_at: Date }>`
    (select wallet_id, format('hold %s of %s is still open', id, amount) as what, expires_at
    from holds where state = 'open' and expires_at <= ${since}
    order by expires_at limit ${MAX_FOUND})
    union all
    (select wallet_id, format('lot %s has %s remaining', id, remaining) as what, expires_at
    from lots where expires_at <= ${since} and remaining > 0
    order by expires_at limit ${MAX_FOUND})`.execute(db);
  return rows.map(({ wallet_id, what, expires_at }) =>
    finding(wallet_id, 'overdue', `${what}, and it ended at ${expires_at.toISOString()}`),
  );
}

/** Finds addresses that count as having had a trial, and whose wallet was given none. */
export async function findTrialsWithoutLot(db: Kysely<Schema>): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (let after: string | undefined = ''; after !== undefined; ) {
    const { rows }: { readonly rows: readonly Schema['trials'][] } = await sql<Schema['trials']>`
      select * from trials where key > ${after} order by key limit ${PAGE_ROWS}`.execute(db);
    const bare = rows.length === 0 ? [] : await withoutLot(db, rows);
    findings.push(
      ...bare.map((row) =>
        finding(row.wallet_id, 'lot-unbacked', `trial ${row.key} is stored, and has no lot`),
      ),
    );
    after = rows.length < PAGE_ROWS ? undefined : rows.at(-1)?.key;
  }
  return findings;
}

async function withoutLot(db: Kysely<Schema>, trials: readonly Schema['trials'][]) {
  const walletIds = trials.map((row) => row.wallet_id);
  const { rows } = await sql<{ wallet_id: string; reference: string }>`
    select wallet_id, reference from lots
    where source = 'trial' and wallet_id in (${sql.join(walletIds)})`.execute(db);
  const granted = new Set(rows.map((row) => `${row.wallet_id} ${row.reference}`));
  return trials.filter((row) => !granted.has(`${row.wallet_id} ${row.key}`));
}
