import { releaseHold } from '../../src/contract/holds.ts';
import { forService, type ServiceRequest } from '../callers/for-service.ts';
import type { LedgerStore } from '../domain/ledger/ledger-store.ts';
import type { Reply } from '../http/handler.ts';
import { refuseCommand } from './command-refusal.ts';
import { serviceLedger } from './service-ledger.ts';

interface Deps {
  readonly ledger: Pick<LedgerStore, 'release'>;
}

/** Releases the rest of a hold, and charges nothing for it. The steps of a capture stay charged. */
export async function release(
  { params, body, command }: ServiceRequest<typeof releaseHold>,
  { ledger }: Deps,
): Promise<Reply<typeof releaseHold>> {
  const outcome = await ledger.release({ holdId: params.id, sub: body.sub, keyed: command });
  if (!outcome.ok) return refuseCommand(releaseHold, outcome);
  return { status: 200, body: outcome.body, replayed: outcome.replayed };
}

export const handler = forService(releaseHold, release, serviceLedger);
