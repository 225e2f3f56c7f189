import { captureHold } from '../../src/contract/holds.ts';
import { forService, type ServiceRequest } from '../callers/for-service.ts';
import type { LedgerStore } from '../domain/ledger/ledger-store.ts';
import type { Reply } from '../http/handler.ts';
import { refuseCommand } from './command-refusal.ts';
import { serviceLedger } from './service-ledger.ts';

interface Deps {
  readonly ledger: Pick<LedgerStore, 'capture'>;
}

/** Settles a hold for its amount or less; the rest returns to its lots, or stays held. */
export async function capture(
  { params, body, command }: ServiceRequest<typeof captureHold>,
  { ledger }: Deps,
): Promise<Reply<typeof captureHold>> {
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
}

export const handler = forService(captureHold, capture, serviceLedger);
