import { grantBatch } from '../../src/contract/batches.ts';
import { forService, type ServiceRequest } from '../callers/for-service.ts';
import type { Reply } from '../http/handler.ts';
import { giveEach, giveGrant } from './give.ts';
import { serviceLedger } from './service-ledger.ts';

interface Deps {
  readonly ledger: Parameters<typeof giveGrant>[2];
}

/**
 * Gives credits to many users, or several times to one. Each grant is as if it were made alone: with a
 * reason, a transaction, a key and an outcome of its own.
 */
export async function grantAll(
  { body, command: meta }: ServiceRequest<typeof grantBatch>,
  { ledger }: Deps,
): Promise<Reply<typeof grantBatch>> {
  const { results, newCount } = await giveEach(body.grants, meta, (asked, keyed) =>
    giveGrant(asked, keyed, ledger),
  );
  return { status: 200, body: { results }, counts: { Grants: newCount } };
}

export const handler = forService(grantBatch, grantAll, serviceLedger);
