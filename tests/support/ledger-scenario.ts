import { expect } from 'vitest';
import type { Entry } from '../../functions/domain/ledger/entry.ts';
import {
  availableCredits,
  heldCredits,
  owedCredits,
  type Wallet,
} from '../../functions/domain/ledger/wallet.ts';
import { beginning, type LedgerCommand, obey, type Played } from './ledger-commands.ts';
import { brokenRules } from './ledger-rules.ts';

/**
 * Plays a scenario: lines of `hour: command = outcome`. The outcome is the available, held and owed
 * credits, or the code of a refusal. After a bar may stand the remaining credits of lots, as `lot
 * 7`. A line `story: …` has the entries so far, as `storyOf` gives them. After each line it checks
 * every rule that the wallet and its entries show.
 */
export function play(scenario: string): Played {
  return scenario
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .reduce(playLine, beginning);
}

function playLine(before: Played, line: string): Played {
  if (line.startsWith('story: ')) {
    expect(storyOf(before.entries)).toBe(line.slice('story: '.length));
    return before;
  }
  const [, hour = '', command = '', outcome = '', lots = ''] =
    /^(\d+): ([^=]+) = ([^|]+)(?:\| (.+))?$/.exec(line) ?? [];
  const after = obey(before, commandOf(Number(hour), command.trim().split(/ +/), line));
  expect(after.outcome === 'ok' ? sumsOf(after.wallet) : after.outcome, line).toBe(
    outcome.trim().replace(/ +/g, ' '),
  );
  expect(remaindersOf(after.wallet, lots), line).toBe(lots.trim());
  expect(brokenRules(after.wallet, after.entries), line).toEqual([]);
  return after;
}

/** Words as a command: a grant, a purchase or a hold has its id, its amount and its last hour. */
function commandOf(
  hour: number,
  [kind, id = '', amount, last]: readonly string[],
  key: string,
): LedgerCommand {
  const common = { hour, key, id };
  switch (kind) {
    case 'trial':
    case 'operator':
    case 'purchase':
      return {
        ...common,
        kind: 'grant',
        source: kind,
        amount: Number(amount),
        until: Number(last),
      };
    case 'hold':
      return { ...common, kind, amount: Number(amount), until: Number(last) };
    case 'change':
      return { ...common, kind, amount: numberIn(amount), until: numberIn(last) };
    case 'capture':
    case 'step':
      return { ...common, kind, amount: numberIn(amount) };
    case 'refund':
      return { ...common, kind, amount: Number(amount) };
    case 'reverse':
      return { ...common, kind, amount: Number(amount), lotId: last ?? '' };
    case 'release':
    case 'wait':
      return { ...common, kind };
    default:
      throw new Error(`no command in: ${key}`);
  }
}

/** Undefined for a word that is missing, or a dash in its place. */
function numberIn(word: string | undefined): number | undefined {
  return word === undefined || word === '-' ? undefined : Number(word);
}

function sumsOf(wallet: Wallet): string {
  return [availableCredits(wallet), heldCredits(wallet), owedCredits(wallet)].join(' ');
}

/** The remaining credits of the named lots, in the form of the scenario. */
function remaindersOf({ lots }: Wallet, asked: string): string {
  return [...asked.matchAll(/(\w+) \d+/g)]
    .map(([, id]) => `${id} ${lots.find((lot) => lot.id === id)?.remainingCredits}`)
    .join(', ');
}

/** Entries on one line: the change of each to the balance, as `grant +25, hold 0`. */
export function storyOf(entries: readonly Entry[]): string {
  return entries
    .map(({ kind, amountCredits: amount }) => `${kind} ${amount > 0 ? '+' : ''}${amount}`)
    .join(', ');
}
