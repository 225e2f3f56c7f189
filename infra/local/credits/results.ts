import type { auditLedger } from '../../../functions/adapters/postgres/audit/audit.ts';
import type { WalletView } from '../../../functions/adapters/postgres/ledger/operator-view.ts';
import type { ListedServiceKey } from '../../../functions/adapters/postgres/session/service-keys.ts';
import { describeRefusal } from '../../../functions/credits/command-refusal.ts';
import type { Refusal } from '../../../functions/http/handler.ts';
import type { CommandResult } from './command.ts';

type LedgerOutcome<Body> =
  | { readonly ok: true; readonly body: Body; readonly replayed: boolean }
  | Parameters<typeof describeRefusal>[0];

/** The result of a command that changes a wallet. */
export function ledgerResult<Body extends { readonly available: number; readonly held: number }>(
  { key }: { readonly key: string },
  outcome: LedgerOutcome<Body>,
  linesOf: (body: Body) => readonly string[],
): CommandResult {
  if (!outcome.ok) return refusalResult(describeRefusal(outcome), { key });
  const { body, replayed } = outcome;
  const again = replayed ? ['This key came before: nothing happened now.'] : [];
  const balance = `available ${body.available}, held ${body.held}`;
  const lines = [...again, ...linesOf(body), balance, `key ${key}`];
  return { ok: true, lines, body: { ...body, replayed, key } };
}

/** The result of a refused command. */
export function refusalResult(
  { code, detail, facts, replayed }: Omit<Refusal, 'ok'>,
  more: Readonly<Record<string, unknown>> = {},
): CommandResult {
  const body = { ...more, ...facts, code, detail, ...(replayed === undefined ? {} : { replayed }) };
  return { ok: false, lines: [`${detail} (${code})`], body };
}

/** A user's wallet. */
export function walletResult(sub: string, view: WalletView): CommandResult {
  const { available, held, owed } = view;
  const lots = view.lots.map(({ id, source, amountCredits, remainingCredits, expiresAt }) => ({
    id,
    source,
    amount: amountCredits,
    remaining: remainingCredits,
    expiresAt: expiresAt.toISOString(),
  }));
  const holds = view.holds.map((hold) => ({ ...hold, expiresAt: hold.expiresAt.toISOString() }));
  const entries = view.entries.map((entry) => ({ ...entry, at: entry.at.toISOString() }));
  return {
    ok: true,
    lines: [
      sub,
      `available ${available}, held ${held}, owed ${owed}`,
      ...section('lots, the first to be spent first:', lots, (lot) => [
        `${lot.remaining} of ${lot.amount} ${lot.source}, good until ${lot.expiresAt}`,
      ]),
      ...section('open holds:', holds, ({ id, amount, reference, expiresAt }) => [
        `${id} ${amount} until ${expiresAt} ${reference}`.trimEnd(),
      ]),
      ...section('latest entries:', entries, ({ number, at, kind, quantity, ...entry }) => [
        `${number}. ${at} ${kind} ${quantity}, balance ${entry.balanceAfter}, by ${entry.actor}`,
      ]),
    ],
    body: { sub, available, held, owed, lots, holds, entries },
  };
}

function section<Item>(
  title: string,
  items: readonly Item[],
  linesOf: (item: Item) => readonly string[],
): readonly string[] {
  if (items.length === 0) return [];
  return [title, ...items.flatMap(linesOf).map((line) => `  ${line}`)];
}

/** The differences that an audit found. */
export function auditResult(differences: Awaited<ReturnType<typeof auditLedger>>): CommandResult {
  if (differences.length === 0) {
    return { ok: true, lines: ['No wallet differs.'], body: { differences: [] } };
  }
  const lines = differences.map(
    ({ walletId, rule, sentence }) => `${walletId}: ${sentence} (rule ${rule})`,
  );
  const wallets = new Set(differences.map(({ walletId }) => walletId)).size;
  const summary = wallets === 1 ? '1 wallet differs.' : `${wallets} wallets differ.`;
  return { ok: false, lines: [...lines, summary], body: { differences } };
}

/** A service key without its secret. */
export function serviceKeyBody({ id, name, scopes, createdAt, revokedAt }: ListedServiceKey) {
  return {
    id,
    name,
    scopes: [...scopes],
    createdAt: createdAt.toISOString(),
    revokedAt: revokedAt?.toISOString() ?? null,
  };
}

export function serviceKeyLine(key: ListedServiceKey): string {
  const { id, name, scopes, createdAt, revokedAt } = serviceKeyBody(key);
  const state = revokedAt === null ? `since ${createdAt}` : `revoked ${revokedAt}`;
  return `${id} ${name} (${scopes.join(', ')}) ${state}`;
}
