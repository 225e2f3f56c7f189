import { changeHold } from '../../src/contract/holds.ts';
import { forService, type ServiceHandler } from '../callers/for-service.ts';
import type { LedgerStore } from '../domain/ledger/ledger-store.ts';
import { refuseCommand } from './command-refusal.ts';
import { serviceLedger } from './service-ledger.ts';

/** Raises a hold of the calling service to another amount, or moves its end, or both. */
export const change: ServiceHandler<
  typeof changeHold,
  { readonly ledger: Pick<LedgerStore, 'change'> }
> = async ({ params, body, command }, { ledger }) => {
  const { amount: amountCredits, expiresInSeconds, sub } = body;
  if (amountCredits === undefined && expiresInSeconds === undefined) return nothingToChange;
  const outcome = await ledger.change({
    holdId: params.id,
    sub,
    amountCredits,
    lifeMs: expiresInSeconds === undefined ? undefined : expiresInSeconds * 1_000,
    keyed: command,
  });
  if (!outcome.ok) return refuseCommand(changeHold, outcome);
  return { status: 200, body: outcome.body, replayed: outcome.replayed };
};

const nothingToChange = {
  ok: false,
  code: 'body_invalid',
  detail: 'The body must have "amount", the new amount of the hold, or "expiresInSeconds".',
} as const;

export const handler = forService(changeHold, change, serviceLedger);
