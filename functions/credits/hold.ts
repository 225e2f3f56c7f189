import { holdCredits } from '../../src/contract/holds.ts';
import { forService, type ServiceHandler } from '../callers/for-service.ts';
import { giveHold } from './give.ts';
import { serviceLedger } from './service-ledger.ts';

/**
 * Reserves credits of a user for a run of a service, until the hold is settled or expires. A repeated
 * answer is not counted again.
 */
export const hold: ServiceHandler<
  typeof holdCredits,
  { readonly ledger: Parameters<typeof giveHold>[2] }
> = async (request, { ledger }) => {
  const given = await giveHold(request.body, request.command, ledger);
  if (!given.ok) return given;
  const { body, replayed } = given;
  return { status: 201, body, replayed, counts: replayed ? {} : { Holds: 1 } };
};

export const handler = forService(holdCredits, hold, serviceLedger);
