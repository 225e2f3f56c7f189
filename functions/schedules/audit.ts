import { auditLedger } from '../adapters/postgres/audit/audit.ts';
import { forSchedule, type ScheduledJob } from '../callers/for-schedule.ts';

/**
 * Counts the wallets that differ from their entries (rule 2 of the ledger); `npm run credits -- audit`
 * names them. It counts 0 too, so that an alarm notices when the audit no longer runs.
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
