import { captureHold } from '../../src/contract/holds.ts';
import { forService, type ServiceHandler } from '../callers/for-service.ts';
import type { LedgerStore } from '../domain/ledger/ledger-store.ts';
import { refuseCommand } from './command-refusal.ts';
import { serviceLedger } from './service-ledger.ts';

/** Settles a hold for its amount or less; the rest returns to its lots, or stays held. */
export const capture: ServiceHandler<
  typeof captureHold,
  { readonly ledger: Pick<LedgerStore, 'capture'> }
> = async ({ params, body, command }, { ledger }) => {
  const outcome = await ledger.capture({
    holdId: params.id,
    sub: body.sub,
    amountCredits: body.amount,
    keepsRest: body.final === false,
    keyed: command,
  });
  if (!outcome.ok) return refuseCommand(captureHold, outcome);
  const { replayed } = outcome;
  return { status: 200, body: outcome.body, replayed, counts: replayed ? {} : { Captures: 1 } };
};

export const handler = forService(captureHold, capture, serviceLedger);
