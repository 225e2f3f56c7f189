import { auditLedger } from '../adapters/postgres/audit/audit.ts';
import { forSchedule, type ScheduledJob } from '../callers/for-schedule.ts';

/**
 * Counts the wallets that differ from their own entries (rule 2 of the ledger). It names none, as
 * nobody looks for one in a log: whoever is woken by the count asks `npm run credits -- audit`.
 * None that differs is counted too, so that an audit that no longer runs can be noticed.
 */
export async function audit(
  _now: Date,
  { ledger }: { readonly ledger: { differing(): Promise<ReadonlySet<string>> } },
): Promise<ScheduledJob> {
  const { size } = await ledger.differing();
  return { numbers: {}, counts: { AuditDifferences: size } };
}

export const handler = forSchedule('audit', audit, (db) => {
  const differing = async () =>
    new Set((await auditLedger(db)).map((difference) => difference.walletId));
  return { ledger: { differing } };
});
