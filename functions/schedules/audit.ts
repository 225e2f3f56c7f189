import { auditLedger } from '../adapters/postgres/audit/audit.ts';
import { database } from '../adapters/postgres/connection/database.ts';
import type { LedgerAudit } from '../domain/ledger/ledger-store.ts';
import { type ScheduledJob, scheduled } from '../http/scheduled.ts';

interface Deps {
  readonly ledger: LedgerAudit;
}

/**
 * Counts the wallets that differ from their own entries (rule 2 of the ledger). It names none, as
 * nobody looks for one in a log: whoever is woken by the count asks `npm run credits -- audit`.
 * None that differs is counted too, so that an audit that no longer runs can be noticed.
 */
export async function audit(_now: Date, { ledger }: Deps): Promise<ScheduledJob> {
  const { size } = await ledger.differing();
  return { numbers: {}, counts: { AuditDifferences: size } };
}

export const handler = scheduled('audit', audit, (env) => {
  const db = database(env);
  const differing = async () =>
    new Set((await auditLedger(db)).map((difference) => difference.walletId));
  return { ledger: { differing } };
});
