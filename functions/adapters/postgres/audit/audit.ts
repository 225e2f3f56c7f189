import type { Kysely } from 'kysely';
import { byText } from '../../../domain/ledger/wallet.ts';
import type { Schema } from '../schema/schema.ts';
import { checks, type Finding, type Page } from './audit-checks.ts';
import { findMisheld } from './audit-holds.ts';
import { findOrphans } from './audit-orphans.ts';
import { purchaseChecks } from './audit-purchases.ts';

/** Wallets that are looked at together, so that no statement runs long in a large database. */
const PAGE_WALLETS = 200;

/** Differences after which the audit stops: whoever has so many needs to see the first ones. */
const MAX_FINDINGS = 10_000;

/** Comes before every id that is given to a wallet (RFC 9562, section 5.9). */
const NIL_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Recomputes every wallet from its entries, lots, holds and purchases, and repairs nothing. Each check is one
 * statement and so sees one moment: commands that run meanwhile are not taken for differences.
 *
 * @returns what differs, those of one wallet together; it stops looking after `MAX_FINDINGS`
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

/** The next wallets in the order of their ids; nothing when there are no more. */
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
