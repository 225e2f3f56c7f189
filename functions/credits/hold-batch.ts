import { holdBatch } from '../../src/contract/batches.ts';
import { forService, type ServiceRequest } from '../callers/for-service.ts';
import type { Reply } from '../http/handler.ts';
import { giveEach, giveHold } from './give.ts';
import { serviceLedger } from './service-ledger.ts';

interface Deps {
  readonly ledger: Parameters<typeof giveHold>[2];
}

/**
 * Reserves credits for many runs, of one user or of several. Each hold is as if it were made alone:
 * with a transaction, a key and an outcome of its own.
 */
export async function holdAll(
  { body, command: meta }: ServiceRequest<typeof holdBatch>,
  { ledger }: Deps,
): Promise<Reply<typeof holdBatch>> {
  const { results, newCount } = await giveEach(body.holds, meta, (asked, keyed) =>
    giveHold(asked, keyed, ledger),
  );
  return { status: 200, body: { results }, counts: { Holds: newCount } };
}

export const handler = forService(holdBatch, holdAll, serviceLedger);
