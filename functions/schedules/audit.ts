import { DAY_MS } from '../../src/contract/durations.ts';
import { type AuditOptions, type AuditReport, runAudit } from '../adapters/postgres/audit/audit.ts';
import { forSchedule, type ScheduledJob } from '../callers/for-schedule.ts';
import { trialKeySecretOf } from '../settings.ts';

/** Every wallet is read from its first entry at least once in so many days. */
const REREAD_DAYS = 7;

/** How long one run reads: AWS ends a function after 15 minutes. */
const LONGEST_RUN_MS = 12 * 60_000;

interface Deps {
  readonly audit: (options: AuditOptions) => Promise<AuditReport>;
  /** Milliseconds that never go backwards. */
  readonly clock: () => number;
}

/**
 * Audits what is new, and while there is time wallets that were not read whole for a week. It counts
 * the wallets in which something differs; `npm run credits -- audit` names them. It counts 0 too, so
 * that an alarm notices when the audit no longer gets to its end. The next run goes on from there.
 */
export async function audit(now: Date, { audit, clock }: Deps): Promise<ScheduledJob> {
  const endMs = clock() + LONGEST_RUN_MS;
  const report = await audit({
    now,
    rereadBefore: new Date(now.getTime() - REREAD_DAYS * DAY_MS),
    mayGoOn: () => clock() < endMs,
  });
  const { findings, wallets, walletsRead, entriesRead, isFinished, isForeign } = report;
  const numbers = { wallets, walletsRead, entriesRead };
  const different = new Set(findings.map(({ walletId }) => walletId)).size;
  const counts = isFinished || different > 0 ? { AuditDifferences: different } : {};
  if (isForeign) return { numbers, counts, error: new Error(foreign) };
  return isFinished ? { numbers, counts } : { numbers, counts, error: new Error(unfinished) };
}

const foreign = 'Another TRIAL_KEY_SECRET sealed the checkpoints of the audit.';
const unfinished = 'The time was over before the last wallet; the next run goes on from there.';

export const handler = forSchedule('audit', audit, (db, env) => ({
  audit: (options) => runAudit(db, { ...options, key: trialKeySecretOf(env) }),
  clock: () => performance.now(),
}));
