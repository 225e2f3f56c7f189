import type { WalletView } from '../../../functions/adapters/postgres/ledger/operator-view.ts';
import type { Answer } from './command.ts';

/** What is said of a user's wallet. */
export function walletAnswer(sub: string, view: WalletView): Answer {
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
