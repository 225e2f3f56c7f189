import { type AuditReport, runAudit } from '../../../functions/adapters/postgres/audit/audit.ts';
import { type BookLine, readBooks } from '../../../functions/adapters/postgres/audit/books.ts';
import { checks } from '../../../functions/adapters/postgres/audit/finding.ts';
import type { InvoiceLine } from '../../../functions/adapters/postgres/audit/invoice-books.ts';
import { invoiceBooksOf } from '../../../functions/purchases/invoice-books.ts';
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
  return booksResult(lines, columns, asCsv, report, deps);
}

/** The books by month, country and currency. Fees are left out when Stripe does not answer. */
export async function invoiceBooks(
  asCsv: boolean | undefined,
  deps: CommandDeps & { readonly stripe: () => Parameters<typeof invoiceBooksOf>[1]['stripe'] },
): Promise<CommandResult> {
  const { db, now, trialKeySecret: key } = deps;
  const report = await runAudit(db, { now, key });
  const { lines, hasFees } = await invoiceBooksOf(now, { db, stripe: deps.stripe() });
  const result = booksResult(lines, invoiceColumns, asCsv, report, deps);
  const unknown = 'Stripe does not answer, so the fees are not known.';
  return hasFees ? result : { ...result, warnings: [...(result.warnings ?? []), unknown] };
}

function booksResult<Line extends object>(
  lines: readonly Line[],
  heads: Columns<Line>,
  asCsv: boolean | undefined,
  { findings }: AuditReport,
  { now }: CommandDeps,
): CommandResult {
  const isSound = findings.length === 0;
  const warning = `The audit found ${findings.length} differences, so these books are not right: npm run credits -- audit names them.`;
  return {
    ok: isSound,
    lines: asCsv ? csvOf(lines, heads) : tableOf(lines, heads),
    warnings: isSound ? [] : [warning],
    body: { at: now.toISOString(), books: lines, differences: findings.length },
  };
}

type Columns<Line> = readonly (readonly [keyof Line, string])[];

/** The columns of the invoices, and their heads. Money is in minor units of the currency. */
const invoiceColumns: Columns<InvoiceLine> = [
  ['month', 'month'],
  ['country', 'country'],
  ['currency', 'currency'],
  ['payments', 'payments'],
  ['paidMinor', 'paid'],
  ['discountMinor', 'discount'],
  ['netMinor', 'net'],
  ['taxMinor', 'tax'],
  ['returnedMinor', 'returned'],
  ['returnedTaxMinor', 'tax in it'],
  ['fees', 'fees'],
  ['sold', 'credits sold'],
  ['given', 'given'],
  ['spent', 'spent'],
  ['spentMinor', 'value of spent'],
  ['ended', 'ended'],
  ['endedMinor', 'value of ended'],
  ['takenBack', 'taken back'],
  ['takenBackMinor', 'value of taken back'],
  ['outstanding', 'outstanding'],
  ['outstandingMinor', 'value of outstanding'],
];

/** The columns of the books, and their heads. */
const columns: Columns<BookLine> = [
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
];

/** RFC 4180. No value has a comma; the heads that have one are quoted. */
function csvOf<Line>(lines: readonly Line[], columns: Columns<Line>): string[] {
  const heads = columns.map(([, head]) => (head.includes(',') ? `"${head}"` : head));
  return [heads, ...lines.map((line) => cellsOf(line, columns))].map((cells) => cells.join(','));
}

/** Texts stand at the left, numbers at the right. */
function tableOf<Line>(lines: readonly Line[], columns: Columns<Line>): string[] {
  const rows = [columns.map(([, head]) => head), ...lines.map((line) => cellsOf(line, columns))];
  const widths = columns.map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
  const [line] = lines;
  const isText = columns.map(([name]) => typeof line?.[name] === 'string');
  return rows.map((row) =>
    row
      .map((cell, at) =>
        isText[at] ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0),
      )
      .join('  '),
  );
}

function cellsOf<Line>(line: Line, columns: Columns<Line>): readonly string[] {
  return columns.map(([name]) => String(line[name]));
}
