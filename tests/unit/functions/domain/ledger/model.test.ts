import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Wallet } from '../../../../../functions/domain/ledger/wallet.ts';
import { beginning, obey } from '../../../../support/ledger-commands.ts';
import { LedgerModel } from '../../../../support/ledger-model.ts';
import { brokenRules } from '../../../../support/ledger-rules.ts';
import { type LedgerStep, ledgerSteps, Resolver } from '../../../../support/ledger-steps.ts';
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
 * Runs the steps by the rules and in the model. A failure names the seed and the shortest steps.
 */
function compare(steps: readonly LedgerStep[]): void {
  const [model, resolver] = [new LedgerModel(), new Resolver()];
  let played = beginning;
  for (const step of steps) {
    const command = resolver.resolve(step);
    const { outcome, ...after } = obey(played, command);
    played = after;
    resolver.done(command, outcome);
    expect(outcome).toBe(model.obey(command));
    expect(summaryOf(played.wallet)).toEqual(model.summary());
    expect(brokenRules(played.wallet, played.entries)).toEqual([]);
  }
}

function summaryOf({ lots, holds }: Wallet): readonly string[] {
  return [
    ...lots.map(
      (lot) => `lot ${lot.id}: ${lot.remainingCredits} ${lot.heldCredits} ${lot.owedCredits}`,
    ),
    ...holds.map(({ id, state }) => `hold ${id}: ${state}`),
  ].toSorted();
}
