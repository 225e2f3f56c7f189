import { type Kysely, sql } from 'kysely';
import { byText } from '../../../domain/ledger/wallet.ts';
import type { Schema } from '../schema/schema.ts';
import { checks, type Finding, type Page, purchaseChecks } from './audit-checks.ts';
import { findMisheld } from './audit-holds.ts';

/** How many wallets one statement checks, so that none runs long in a large database. */
const PAGE_WALLETS = 200;

/** The audit stops after this many findings. */
const MAX_FINDINGS = 10_000;

/** Sorts before every wallet's id (RFC 9562, section 5.9). */
const NIL_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Recomputes every wallet from its entries, lots, holds and purchases, and repairs nothing. Each check
 * is one statement and sees one moment, so commands that run meanwhile cause no findings.
 *
 * @returns the differences, sorted by wallet; it stops after `MAX_FINDINGS`
 */
export async function auditLedger(db: Kysely<Schema>): Promise<readonly Finding[]> {
  const findings = [...(await findOrphans(db))];
  let page = await nextPage(db, NIL_ID);
  while (page && findings.length < MAX_FINDINGS) {
    findings.push(...(await auditPage(db, page)));
    page = await nextPage(db, page.last);
  }
  return findings;
}

/** The next wallets in the order of their ids; undefined after the last. */
async function nextPage(db: Kysely<Schema>, after: string): Promise<Page | undefined> {
  const rows = await db
    .selectFrom('wallets')
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .limit(PAGE_WALLETS)
    .execute();
  const [first, last] = [rows.at(0), rows.at(-1)];
  return first && last ? { first: first.id, last: last.id } : undefined;
}

async function auditPage(db: Kysely<Schema>, page: Page): Promise<readonly Finding[]> {
  const found = [...(await findMisheld(db, page))];
  for (const { rule, query } of [...checks, ...purchaseChecks]) {
    const { rows } = await query(page).execute(db);
    found.push(...rows.map((row) => ({ ...row, rule })));
  }
  return found.toSorted((a, b) => byText(a.walletId, b.walletId));
}

/** How many missing wallets one query finds at most. */
const MAX_MISSING = 1_000;

/** The tables that name a wallet. */
const parts = [
  'lots',
  'entries',
  'holds',
  'idempotency_keys',
  'purchases',
] as const satisfies readonly (keyof Schema)[];

/** The claim of an actor to a key, which has no response (`idempotent.ts`), is of no wallet. */
const isClaim = sql<boolean>`part.response = ''`;

/**
 * Finds rows of wallets that do not exist: the other checks go by wallets and never see them. No
 * wallet is ever deleted, so such rows break rule 3.
 */
async function findOrphans(db: Kysely<Schema>): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const part of parts) {
    const { rows } = await sql<Pick<Finding, 'walletId' | 'sentence'>>`
      select part.wallet_id as "walletId",
        format('there is no such wallet, and %s rows of it in %s', count(*), ${part}::text)
          as sentence
      from ${sql.table(part)} as part left join wallets on wallets.id = part.wallet_id
      where wallets.id is null and not ${part === 'idempotency_keys' ? isClaim : sql.lit(false)}
      group by part.wallet_id order by part.wallet_id limit ${MAX_MISSING}`.execute(db);
    findings.push(...rows.map((row) => ({ ...row, rule: 3 as const })));
  }
  return findings;
}
