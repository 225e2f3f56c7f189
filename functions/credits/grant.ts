import { grantCredits } from '../../src/contract/holds.ts';
import { forService, type ServiceRequest } from '../callers/for-service.ts';
import type { Reply } from '../http/handler.ts';
import { giveGrant } from './give.ts';
import { serviceLedger } from './service-ledger.ts';

interface Deps {
  readonly ledger: Parameters<typeof giveGrant>[2];
}

/**
 * Gives a user credits, with a reason that the entries store. A repeated answer is not counted
 * again.
 */
export async function grant(
  request: ServiceRequest<typeof grantCredits>,
  { ledger }: Deps,
): Promise<Reply<typeof grantCredits>> {
  const given = await giveGrant(request.body, request.command, ledger);
  if (!given.ok) return given;
  const { body, replayed } = given;
  return { status: 201, body, replayed, counts: replayed ? {} : { Grants: 1 } };
}

export const handler = forService(grantCredits, grant, serviceLedger);
