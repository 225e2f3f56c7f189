import fc from 'fast-check';
import { expect, test } from 'vitest';
import { usedIn } from '../../../../../functions/domain/ledger/key-cap.ts';
import type { Wallet } from '../../../../../functions/domain/ledger/wallet.ts';
import { capWindows } from '../../../../../src/contract/limits.ts';
import { at, beginningWith, obey } from '../../../../support/ledger-commands.ts';
import { LedgerModel } from '../../../../support/ledger-model.ts';
import { brokenRules } from '../../../../support/ledger-rules.ts';
import {
  keyIdsOf,
  type LedgerStep,
  ledgerSteps,
  Resolver,
} from '../../../../support/ledger-steps.ts';
import { thoroughness } from '../../../../support/thoroughness.ts';

/** Several times as long as a sequence takes on a busy machine. */
const MAX_SEQUENCE_MS = 20;

const sequences = thoroughness.modelSequences;

test(`${sequences} sequences of commands lead to the result of a plain model (rules 1 to 3 and 5)`, {
  timeout: sequences * MAX_SEQUENCE_MS,
}, () => {
  fc.assert(fc.property(ledgerSteps, compare), { numRuns: sequences });
});

/**
 * Runs the steps by the rules and in the model. A failure names the seed and the shortest steps. The
 * texts of both are compared first, since `expect` takes ten times as long.
 */
function compare(steps: readonly LedgerStep[]): void {
  const [model, resolver] = [new LedgerModel(), new Resolver()];
  let played = beginningWith(keyIdsOf());
  for (const [index, step] of steps.entries()) {
    const command = resolver.resolve(step);
    const { outcome, ...after } = obey(played, command);
    played = after;
    resolver.done(command, outcome);
    const { wallet, entries } = played;
    const uses = wallet.keys.map((key) => useOf(key, at(command.hour)));
    const byRules = [outcome, summaryOf(wallet), uses, brokenRules(wallet, entries)];
    const plain = [model.obey(command), model.summary()];
    const byModel = [...plain, wallet.keys.map(({ id }) => model.use(id)), []];
    const isAlike = JSON.stringify(byRules) === JSON.stringify(byModel);
    if (!isAlike || index === steps.length - 1) expect(byRules).toEqual(byModel);
  }
}

function useOf(key: Wallet['keys'][number], now: Date) {
  return capWindows.map((window) => {
    const { spentCredits, heldCredits } = usedIn(key, window, now);
    return [spentCredits, heldCredits];
  });
}

function summaryOf({ lots, holds }: Wallet): readonly string[] {
  return [
    ...lots.map(
      (lot) => `lot ${lot.id}: ${lot.remainingCredits} ${lot.heldCredits} ${lot.owedCredits}`,
    ),
    ...holds.map(({ id, state }) => `hold ${id}: ${state}`),
  ].toSorted();
}
