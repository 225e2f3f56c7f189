import { auditLedger } from '../../../functions/adapters/postgres/audit/audit.ts';
import type { Answer } from './command.ts';

/** What the audit found: it is well when that is nothing. */
export async function auditAnswer(db: Parameters<typeof auditLedger>[0]): Promise<Answer> {
  const differences = await auditLedger(db);
  const lines = differences.map(
    ({ walletId, rule, sentence }) => `${walletId}: ${sentence} (rule ${rule})`,
  );
  const wallets = new Set(differences.map(({ walletId }) => walletId)).size;
  const summary = wallets === 1 ? '1 wallet differs.' : `${wallets} wallets differ.`;
  return {
    ok: differences.length === 0,
    lines: differences.length === 0 ? ['No wallet differs.'] : [...lines, summary],
    body: { differences },
  };
}
