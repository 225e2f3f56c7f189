import { releaseHold } from '../../src/contract/holds.ts';
import { forService, type ServiceHandler } from '../callers/for-service.ts';
import type { LedgerStore } from '../domain/ledger/ledger-store.ts';
import { refuseCommand } from './command-refusal.ts';
import { serviceLedger } from './service-ledger.ts';

/** Releases the rest of a hold, and charges nothing for it. The steps of a capture stay charged. */
export const release: ServiceHandler<
  typeof releaseHold,
  { readonly ledger: Pick<LedgerStore, 'release'> }
> = async ({ params, body, command }, { ledger }) => {
  const outcome = await ledger.release({ holdId: params.id, sub: body.sub, keyed: command });
  if (!outcome.ok) return refuseCommand(releaseHold, outcome);
  return { status: 200, body: outcome.body, replayed: outcome.replayed };
};

export const handler = forService(releaseHold, release, serviceLedger);
