import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema/schema.ts';
import type { Finding } from './audit-checks.ts';

/** Wallets that are missing, of which one look finds this many at most. */
const MAX_MISSING = 1_000;

/** What there is of a wallet besides itself. */
const parts = [
  'lots',
  'entries',
  'holds',
  'idempotency_keys',
  'purchases',
] as const satisfies readonly (keyof Schema)[];

/**
 * Finds rows of wallets that do not exist, which the audit, going by wallets, would not come by.
 * A wallet is never deleted, also when its user is: they are a breach of rule 3.
 */
export async function findOrphans(db: Kysely<Schema>): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const part of parts) {
    const { rows } = await sql<Pick<Finding, 'walletId' | 'sentence'>>`
      select part.wallet_id as "walletId",
        format('there is no such wallet, and %s rows of it in %s', count(*), ${part}::text)
          as sentence
      from ${sql.table(part)} as part left join wallets on wallets.id = part.wallet_id
      where wallets.id is null
      group by part.wallet_id order by part.wallet_id limit ${MAX_MISSING}`.execute(db);
    findings.push(...rows.map((row) => ({ ...row, rule: 3 as const })));
  }
  return findings;
}
