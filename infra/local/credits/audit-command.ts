import { type AuditReport, runAudit } from '../../../functions/adapters/postgres/audit/audit.ts';
import { type BookLine, readBooks } from '../../../functions/adapters/postgres/audit/books.ts';
import { checks } from '../../../functions/adapters/postgres/audit/finding.ts';
import type { CommandDeps, CommandResult } from './command.ts';

/** Audits the ledger, and lists what differs with what to do about it. */
export async function audit(
  isWhole: boolean | undefined,
  deps: CommandDeps,
): Promise<CommandResult> {
  const report = await runAudit(deps.db, { now: deps.now, key: deps.trialKeySecret, isWhole });
  const { findings, wallets, walletsRead, entriesRead, isForeign } = report;
  const differences = findings.map((finding) => ({
    ...finding,
    remedy: checks[finding.check].remedy,
  }));
  const lines = findings.map(
    ({ walletId, rule, sentence }) => `${walletId}: ${sentence} (rule ${rule})`,
  );
  return {
    ok: findings.length === 0,
    lines: [...lines, ...remediesFor(report), ...keyNotice(report, deps), summaryOf(report)],
    body: { differences, wallets, walletsRead, entriesRead, isForeign },
  };
}

function remediesFor({ findings }: AuditReport): readonly string[] {
  const names = [...new Set(findings.map(({ check }) => check))];
  return names.map((name) => `What to do about "${name}": ${checks[name].remedy}`);
}

function keyNotice({ isForeign }: AuditReport, deps: CommandDeps): readonly string[] {
  if (deps.trialKeySecret !== undefined && !isForeign) return [];
  const why = isForeign
    ? 'Another TRIAL_KEY_SECRET sealed the checkpoints'
    : 'Without TRIAL_KEY_SECRET there are no checkpoints';
  return [`${why}: this audit read every wallet from its first entry, and stored nothing.`];
}

function summaryOf({ findings, wallets, walletsRead, entriesRead }: AuditReport): string {
  const read = `${wallets} in all; ${entriesRead} entries of ${walletsRead} read`;
  const count = new Set(findings.map(({ walletId }) => walletId)).size;
  if (count === 0) return `No wallet differs (${read}).`;
  return `${count === 1 ? '1 wallet differs' : `${count} wallets differ`} (${read}).`;
}

/** The books as a whole, after an audit: for an accountant. */
export async function books(asCsv: boolean | undefined, deps: CommandDeps): Promise<CommandResult> {
  const report = await runAudit(deps.db, { now: deps.now, key: deps.trialKeySecret });
  const lines = await readBooks(deps.db, report.books);
  const { findings } = report;
  const isSound = findings.length === 0;
  const warning = `The audit found ${findings.length} differences, so these books are not right: npm run credits -- audit names them.`;
  return {
    ok: isSound,
    lines: [...(asCsv ? csvOf(lines) : tableOf(lines))],
    warnings: isSound ? [] : [warning],
    body: { at: deps.now.toISOString(), books: lines, differences: findings.length },
  };
}

/** The columns of the books, and their heads. */
const columns = [
  ['source', 'source'],
  ['currency', 'currency'],
  ['lots', 'lots'],
  ['granted', 'granted'],
  ['spent', 'spent'],
  ['expired', 'expired'],
  ['takenBack', 'taken back'],
  ['outstanding', 'outstanding'],
  ['owed', 'owed'],
  ['paidMinor', 'paid, minor units'],
  ['returnedMinor', 'returned, minor units'],
] as const satisfies readonly (readonly [keyof BookLine, string])[];

/** RFC 4180. No value has a comma; the heads that have one are quoted. */
function csvOf(lines: readonly BookLine[]): readonly string[] {
  const heads = columns.map(([, head]) => (head.includes(',') ? `"${head}"` : head));
  return [heads, ...lines.map(cellsOf)].map((cells) => cells.join(','));
}

function tableOf(lines: readonly BookLine[]): readonly string[] {
  const rows = [columns.map(([, head]) => head), ...lines.map(cellsOf)];
  const widths = columns.map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, index) =>
        index < 2 ? cell.padEnd(widths[index] ?? 0) : cell.padStart(widths[index] ?? 0),
      )
      .join('  '),
  );
}

function cellsOf(line: BookLine): readonly string[] {
  return columns.map(([name]) => String(line[name]));
}
