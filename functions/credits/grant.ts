import { grantCredits } from '../../src/contract/holds.ts';
import { forService, type ServiceHandler } from '../callers/for-service.ts';
import { giveGrant } from './give.ts';
import { serviceLedger } from './service-ledger.ts';

/**
 * Gives a user credits, with a reason that the entries store. A repeated answer is not counted
 * again.
 */
export const grant: ServiceHandler<
  typeof grantCredits,
  { readonly ledger: Parameters<typeof giveGrant>[2] }
> = async (request, { ledger }) => {
  const given = await giveGrant(request.body, request.command, ledger);
  if (!given.ok) return given;
  const { body, replayed } = given;
  return { status: 201, body, replayed, counts: replayed ? {} : { Grants: 1 } };
};

export const handler = forService(grantCredits, grant, serviceLedger);
