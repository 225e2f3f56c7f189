import { changeHold } from '../../src/contract/holds.ts';
import { forService, type ServiceRequest } from '../callers/for-service.ts';
import type { LedgerStore } from '../domain/ledger/ledger-store.ts';
import type { Reply } from '../http/handler.ts';
import { refuseCommand } from './command-refusal.ts';
import { serviceLedger } from './service-ledger.ts';

interface Deps {
  readonly ledger: Pick<LedgerStore, 'change'>;
}

/** Raises a hold of the calling service to another amount, or moves its end, or both. */
export async function change(
  { params, body, command }: ServiceRequest<typeof changeHold>,
  { ledger }: Deps,
): Promise<Reply<typeof changeHold>> {
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
}

const nothingToChange = {
  ok: false,
  code: 'body_invalid',
  detail: 'The body must have "amount", the new amount of the hold, or "expiresInSeconds".',
} as const;

export const handler = forService(changeHold, change, serviceLedger);
